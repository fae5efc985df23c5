"""No test depends on a clock."""

from hypothesis import settings

settings.register_profile("pcrecords", deadline=None, database=None, max_examples=60, derandomize=True)
settings.load_profile("pcrecords")
