// A browser starts no worker from a file. For pages that are opened from a folder, what the search's worker does runs in
// a hidden frame instead; pages from a server use the browser's own workers.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(address) {
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      this.inside = this.frame.contentWindow;
      this.inside.postMessage = (data) => {
        const copy = structuredClone(data); // as between threads: neither side may change what the other has
        setTimeout(() => this.onmessage?.({ data: copy }));
      };
      this.loaded = new Promise((resolve, reject) => {
        const script = this.inside.document.createElement("script");
        Object.assign(script, { src: address, onload: resolve, onerror: reject });
        this.inside.document.body.append(script);
      });
      this.loaded.catch((error) => this.onerror?.(error));
    }

    postMessage(data) {
      const copy = structuredClone(data);
      this.loaded.then(() => this.inside.onmessage({ data: copy }), () => {});
    }

    terminate() {
      this.frame.remove();
    }
  };
}
