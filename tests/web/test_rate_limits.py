"""Token buckets."""

from carrom_web.core.rate_limits import MOST_KEYS, Bucket, RateLimit


def test_a_full_bucket_gives_its_burst_and_then_so_many_a_second():
    bucket = Bucket.full(burst=3, per_second=2, now=100.0)

    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(100.5)
    assert not bucket.take(100.5)
    assert [bucket.take(200.0) for _ in range(4)] == [True, True, True, False]


def test_a_clock_that_goes_back_gives_nothing():
    bucket = Bucket.full(burst=1, per_second=10, now=100.0)

    assert bucket.take(100.0)
    assert not bucket.take(50.0)


def test_each_key_has_its_own_bucket():
    limit = RateLimit(burst=1, per_second=0.1)

    assert limit.allows("a", 0.0)
    assert limit.allows("b", 0.0)
    assert not limit.allows("a", 0.0)


def test_a_flood_of_keys_does_not_fill_the_memory():
    limit = RateLimit(burst=1, per_second=0.1)

    for key in range(MOST_KEYS + 50):
        limit.allows(key, 0.0)

    assert len(limit._buckets) == MOST_KEYS
