"""The site's tables as lists of values, by the models that its migrations describe."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connections, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from carrom_web.config.setup import has_table
from carrom_web.operations.archive import Manifest, Row, Table
from carrom_web.operations.errors import BadBackupError, RestoreError

ROWS_AT_ONCE = 500
Migration = tuple[str, str]  # app and name
Model = type[models.Model]


def applied_migrations(alias: str) -> list[Migration]:
    """The migrations that a database has had; none if it is empty."""
    return sorted(MigrationRecorder(connections[alias]).applied_migrations())


def unknown_migrations(migrations: Iterable[Migration]) -> list[Migration]:
    """Those that this version of carrom does not have; no database is asked, for it may be damaged."""
    return sorted(set(migrations) - set(MigrationLoader(None).disk_migrations))


def pending_migrations(alias: str) -> list[Migration]:
    """Those that the database still needs for this version of carrom, in their order."""
    executor = MigrationExecutor(connections[alias])
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [(migration.app_label, migration.name) for migration, _ in plan]


def stored_models(alias: str, migrations: Iterable[Migration]) -> list[Model]:
    """The models that have tables once these migrations are applied, by label.

    They are made for this call: nothing that a field does by itself, such as noting the time, happens to them.
    """
    state = MigrationExecutor(connections[alias]).loader.project_state(list(migrations))
    found = [model for model in state.apps.get_models(include_auto_created=True) if has_table(model)]
    for model in found:
        for field in model._meta.concrete_fields:
            if isinstance(field, models.DateField):
                field.auto_now = field.auto_now_add = False
    return sorted(found, key=lambda model: model._meta.label_lower)


def columns(model: Model) -> list[str]:
    """The names of a model's stored attributes."""
    return [field.attname for field in model._meta.concrete_fields]


def read_rows(model: Model, alias: str) -> Iterator[Row]:
    """A table's rows by primary key, as values that JSON has."""
    fields = model._meta.concrete_fields
    for instance in model._base_manager.using(alias).order_by("pk").iterator(chunk_size=ROWS_AT_ONCE):
        yield [_value(field, instance) for field in fields]


def _value(field: models.Field[Any, Any], instance: models.Model) -> Any:
    value = field.value_from_object(instance)
    if value is None or isinstance(value, bool | int | float | str | dict | list):
        return value
    return field.value_to_string(instance)  # times to the microsecond, decimals to the digit, bytes in base 64


def write_rows(model: Model, alias: str, table: Table, rows: Iterable[Row], manifest: Manifest) -> None:
    """Replace a table's rows by those that `read_rows` gave; call it within a transaction.

    Raises:
        BadBackupError: the table has other columns, or a value does not fit its field.
    """
    if columns(model) != table.columns:
        raise BadBackupError("fields", table=table.label, version=manifest.carrom)
    with connections[alias].cursor() as cursor:
        cursor.execute(f"DELETE FROM {connections[alias].ops.quote_name(model._meta.db_table)}")  # noqa: S608  # ours
    numbered = enumerate(rows, start=1)
    while some := list(islice(numbered, ROWS_AT_ONCE)):
        made = [model(**_attributes(model, row, number)) for number, row in some]
        model._base_manager.using(alias).bulk_create(made)


def _attributes(model: Model, row: Row, number: int) -> dict[str, Any]:
    fields = model._meta.concrete_fields
    try:
        return {field.attname: field.to_python(value) for field, value in zip(fields, row, strict=True)}
    except (ValidationError, ValueError, TypeError) as error:
        raise BadBackupError("row", row=number, table=model._meta.label_lower, cause=error) from None


def compare_rows(model: Model, alias: str, rows: Iterable[Row]) -> int:
    """Compare a table with rows; return their number. Raises RestoreError: one differs, is missing or too many."""
    number = 0
    stored = read_rows(model, alias)
    for number, row in enumerate(rows, start=1):
        if next(stored, None) != row:
            raise RestoreError("differs", table=model._meta.label_lower, row=number)
    if next(stored, None) is not None:
        raise RestoreError("differs", table=model._meta.label_lower, row=number + 1)
    return number


def reset_sequences(alias: str, found: list[Model]) -> None:
    """Have new rows take numbers after those that are there."""
    from django.core.management.color import no_style

    with connections[alias].cursor() as cursor:
        for statement in connections[alias].ops.sequence_reset_sql(no_style(), found):
            cursor.execute(statement)


def last_numbers(alias: str, found: list[Model]) -> dict[str, int]:
    """The last number that each table gave to a row, which may be deleted since; by label, without those of no row."""
    connection, numbers = connections[alias], {}
    with connection.cursor() as cursor:
        for model in found:
            for statement in _asking_for_number(alias, model, cursor):
                cursor.execute(*statement)
                if (row := cursor.fetchone()) and row[0]:
                    numbers[model._meta.label_lower] = row[0]
    return numbers


def _asking_for_number(alias: str, model: Model, cursor: Any) -> list[tuple[str, list[str]]]:
    """The statements that read a table's last number; none if it numbers nothing."""
    connection, table = connections[alias], model._meta.db_table
    if connection.vendor == "sqlite":
        return [("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])]
    return [
        (f"SELECT last_value FROM {connection.ops.quote_name(one['name'])} WHERE is_called", [])  # noqa: S608  # ours
        for one in connection.introspection.get_sequences(cursor, table)
    ]


def continue_numbers(alias: str, found: list[Model], numbers: Mapping[str, int]) -> None:
    """Have new rows take numbers after these, so that no link to a deleted row leads to another one."""
    connection, given = connections[alias], last_numbers(alias, found)
    with connection.cursor() as cursor:
        for model in found:
            label, table = model._meta.label_lower, model._meta.db_table
            if (last := numbers.get(label, 0)) <= given.get(label, 0):
                continue
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])
            else:
                for one in connection.introspection.get_sequences(cursor, table):
                    cursor.execute("SELECT setval(%s::regclass, %s)", [connection.ops.quote_name(one["name"]), last])


def continue_numbers_of_site(alias: str, numbers: Mapping[str, int]) -> None:
    """Do so after migrations: on SQLite a changed table is made again, and numbers after the rows that it has."""
    with transaction.atomic(using=alias):
        continue_numbers(alias, stored_models(alias, applied_migrations(alias)), numbers)


def filled_tables(alias: str) -> list[str]:
    """The labels of what people have stored: of tables with rows, without those that a new site fills by itself."""
    migrations = applied_migrations(alias)
    return [
        model._meta.label_lower
        for model in stored_models(alias, migrations)
        if model._meta.label_lower not in OF_A_NEW_SITE and model._base_manager.using(alias).exists()
    ]


OF_A_NEW_SITE = {
    *("contenttypes.contenttype", "auth.permission", "auth.group_permissions", "config.heartbeat"),
    *("django_tasks.dbtaskresult", "sessions.session"),
}
