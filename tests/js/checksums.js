const MOST_ROWS = 40_000;

/**
 * One checksum for each stroke: of all bits of final places, order of falling, facts, duration, segments and events.
 * Runs under node and in a page, so it imports nothing.
 *
 * @param {Float64Array} numbers a stroke after the other: offset, angle, speed, surface; then its layout (20 places); before them how many
 *   parameters a surface has, how many surfaces there are, and their parameters
 * @param {any} kernel its figures
 * @param {any} simulateStrokes
 * @param {Float64Array} table
 * @returns {number[]}
 */
export function checksums(numbers, kernel, simulateStrokes, table) {
  const [length, count] = numbers;
  const surfaces = Array.from({ length: count }, (_, k) => numbers.slice(2 + k * length, 2 + (k + 1) * length));
  const crcs = crcTable();
  const result = [];
  const segments = new Float64Array(MOST_ROWS * kernel.SEGMENT_COLUMNS);
  const events = new Float64Array(MOST_ROWS * kernel.EVENT_COLUMNS);
  const each = 4 + 2 * kernel.DISCS;
  for (let at = 2 + count * length; at + each <= numbers.length; at += each) {
    const stroke = numbers.slice(at, at + 3);
    const layout = numbers.slice(at + 4, at + each);
    const final = new Float64Array(2 * kernel.DISCS).fill(NaN);
    const fallen = new Int8Array(kernel.DISCS).fill(-1);
    const facts = new Int32Array(kernel.FACTS);
    const duration = new Float64Array(1);
    simulateStrokes(stroke, layout, surfaces[numbers[at + 3]], table, final, fallen, facts, duration, segments, events);
    const rows = segments.subarray(0, facts[kernel.F_SEGMENT_ROWS] * kernel.SEGMENT_COLUMNS);
    const happened = events.subarray(0, facts[kernel.F_EVENT_ROWS] * kernel.EVENT_COLUMNS);
    let crc = 0;
    for (const part of [final, fallen, facts, duration, rows, happened]) {
      crc = crc32(crc, new Uint8Array(part.buffer, part.byteOffset, part.byteLength), crcs);
    }
    result.push(crc);
  }
  return result;
}

/** @returns {Uint32Array} of zlib's polynomial */
function crcTable() {
  return Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c;
  });
}

/**
 * @param {number} before
 * @param {Uint8Array} bytes
 * @param {Uint32Array} table
 * @returns {number} as Python's zlib.crc32(bytes, before)
 */
function crc32(before, bytes, table) {
  let c = before ^ 0xffffffff;
  for (let i = 0; i < bytes.length; i += 1) c = table[(c ^ bytes[i]) & 0xff] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}
