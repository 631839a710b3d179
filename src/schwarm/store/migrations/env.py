"""What alembic runs: all migrations in the transaction that `schwarm.store.schema` opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
