"""Apps that are installed for some tests alone: a kind of competition that the site does not have."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import AppConfig, apps
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.template import engines
from django.urls import clear_url_caches

from carrom_web.competitions.kinds import kinds
from carrom_web.competitions.routes import routes_of
from carrom_web.config import urls
from carrom_web.core.hooks import connect

ROOT = Path(__file__).resolve().parents[3]


@contextmanager
def installed(name: str) -> Iterator[None]:
    """Install an app with its tables, templates and addresses, and take it out again."""
    config = AppConfig.create(name)
    config.apps = apps
    apps.app_configs[config.label] = config
    config.import_models()
    apps.clear_cache()
    connect(config)
    engine = engines["django"].engine
    engine.dirs = [*engine.dirs, ROOT]
    addresses = list(urls.urlpatterns)
    urls.urlpatterns[:0] = routes_of(next(kind for kind in kinds() if kind.key == config.label))
    clear_url_caches()
    with connection.schema_editor() as editor:
        for model in config.get_models():
            editor.create_model(model)
    for model in config.get_models():
        ContentType.objects.get_for_model(model)  # else a test would make it, and take it back
    try:
        yield
    finally:
        with connection.schema_editor() as editor:
            for model in reversed(list(config.get_models())):
                editor.delete_model(model)
        ContentType.objects.filter(app_label=config.label).delete()
        ContentType.objects.clear_cache()
        urls.urlpatterns[:] = addresses
        clear_url_caches()
        engine.dirs = engine.dirs[:-1]
        del apps.app_configs[config.label]
        apps.clear_cache()
