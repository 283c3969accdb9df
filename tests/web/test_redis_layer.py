"""The layer over Redis overrides private members of channels-redis: they are there in the version that is pinned."""

import inspect
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection

from carrom_web.core import redis_layer

ROOT = Path(__file__).resolve().parents[2]


def test_channels_redis_is_pinned_to_the_version_that_is_tested():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = f"channels-redis=={version('channels-redis')}"

    assert wanted in project["project"]["optional-dependencies"]["scale"]
    assert wanted in project["dependency-groups"]["dev"]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (redis_layer.RedisLayer._get_layer, RedisPubSubChannelLayer),
        (redis_layer._Connection._do_receiving, RedisSingleShardConnection),
        (redis_layer._Connection._ensure_redis, RedisSingleShardConnection),
    ],
)
def test_what_is_overridden_is_there_with_the_same_parameters(ours: object, theirs: type):
    overridden = getattr(theirs, ours.__name__)  # type: ignore[attr-defined]

    assert inspect.signature(ours).parameters.keys() == inspect.signature(overridden).parameters.keys()  # type: ignore[arg-type]
    assert inspect.iscoroutinefunction(ours) == inspect.iscoroutinefunction(overridden)


def test_what_is_read_of_it_is_there():
    layer = RedisPubSubChannelLayer(hosts=["redis://127.0.0.1:1"])
    looped = RedisPubSubLoopLayer(hosts=["redis://127.0.0.1:1"], channel_layer=layer)
    (shard,) = looped._shards

    assert {"_redis", "_pubsub", "_receive_message", "channel_layer", "host"} <= {*vars(shard), *dir(shard)}
    assert shard.channel_layer is looped and looped.channels == {} and callable(looped.channel_layer.serialize)
