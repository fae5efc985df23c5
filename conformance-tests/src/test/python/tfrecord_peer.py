"""TensorFlow's side of the TFRecord tests.

tfrecord_peer.py golden DIR                                the files in src/test/resources/tfrecord
tfrecord_peer.py dump (FILE COMPRESSION)...                a line for each record that TensorFlow reads
tfrecord_peer.py write LISTING (OUT COMPRESSION LEVEL STRATEGY)...
tfrecord_peer.py detection LISTING OUT                     records of images with boxes, names, masks, embeddings
tfrecord_peer.py parse FILE...                             what parse_single_example makes of such, by key
tfrecord_peer.py timed-read FILE                           reads it once for each line of the standard input,
tfrecord_peer.py timed-framing FILE OUT                    answers with the seconds that took; or writes its
tfrecord_peer.py timed-examples FILE OUT                   records, as they are or as examples, to OUT

COMPRESSION is NONE, GZIP or ZLIB; STRATEGY is zlib's number. LISTING has lines "key<TAB>label<TAB>path".
"""

import hashlib
import os
import sys
import time

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""
import tensorflow as tf  # noqa: E402


def name(compression):
    return "" if compression == "NONE" else compression


def write_options(compression, level=None, strategy=None):
    return tf.io.TFRecordOptions(
        compression_type=name(compression), compression_level=level, compression_strategy=strategy
    )


def byte_strings(*values):
    return tf.train.Feature(bytes_list=tf.train.BytesList(value=values))


def integers(*values):
    return tf.train.Feature(int64_list=tf.train.Int64List(value=values))


def floats(*values):
    return tf.train.Feature(float_list=tf.train.FloatList(value=values))


def serialized(features):
    example = tf.train.Example(features=tf.train.Features(feature=features))
    return example.SerializeToString(deterministic=True)


def golden_records():
    """What TensorFlowGoldenTest builds too; the last record is empty."""
    for i in range(10):
        yield serialized(
            {
                "image/encoded": byte_strings(bytes((i * 31 + j * 7) & 255 for j in range(i * 37))),
                "image/filename": byte_strings("class %d/sample ü %d.jpg".encode() % (i % 3, i)),
                "image/class/label": integers(-i),
                "image/format": byte_strings(b"JPEG"),
                "scores": floats(*(s / 8 for s in range(-i, i))),
                "masks": byte_strings(b"", b"m" * i),
                "ids": integers(*(s << 40 for s in range(i))),
                "nothing": tf.train.Feature(),
            }
        )
    yield b""


def golden(directory):
    for compression, suffix in (("NONE", ""), ("GZIP", ".gz"), ("ZLIB", ".zlib")):
        path = os.path.join(directory, "tensorflow.tfrecord" + suffix)
        with tf.io.TFRecordWriter(path, write_options(compression)) as writer:
            for record in golden_records():
                writer.write(record)


def dump(*files):
    for path, compression in zip(files[::2], files[1::2]):
        dump_one(path, compression)


def dump_one(path, compression):
    for record in tf.data.TFRecordDataset(path, compression_type=name(compression)):
        data = record.numpy()
        features = tf.train.Example.FromString(data).features.feature
        image = features["image/encoded"].bytes_list.value
        key = features["image/filename"].bytes_list.value
        label = features["image/class/label"].int64_list.value
        print(
            hashlib.sha256(data).hexdigest(),
            hashlib.sha256(image[0]).hexdigest() if image else "",
            label[0] if label else "",
            key[0].decode() if key else "",
            sep="\t",
        )


def write(listing, *files):
    records = []
    for line in open(listing, encoding="utf-8"):
        key, label, path = line.rstrip("\n").split("\t")
        with open(path, "rb") as image:
            features = {
                "image/encoded": byte_strings(image.read()),
                "image/filename": byte_strings(key.encode()),
                "image/class/label": integers(int(label)),
            }
        records.append(serialized(features))
    for out, compression, level, strategy in zip(*(files[i::4] for i in range(4))):
        options = write_options(compression, int(level), int(strategy))
        with tf.io.TFRecordWriter(out, options) as writer:
            for record in records:
                writer.write(record)


# As somebody who trains writes it: lists of any length, lists of one length, text, labels from 1.
SPEC = {
    "image/encoded": tf.io.FixedLenFeature([], tf.string),
    "image/filename": tf.io.FixedLenFeature([], tf.string),
    "image/class/label": tf.io.FixedLenFeature([], tf.int64),
    "image/class/text": tf.io.FixedLenFeature([], tf.string),
    "image/object/bbox/xmin": tf.io.VarLenFeature(tf.float32),
    "image/object/class/label": tf.io.VarLenFeature(tf.int64),
    "image/object/class/text": tf.io.VarLenFeature(tf.string),
    "image/object/mask": tf.io.VarLenFeature(tf.string),
    "embedding": tf.io.FixedLenFeature([3], tf.float32),
    "score": tf.io.FixedLenFeature([], tf.float32),
    "crowd": tf.io.FixedLenFeature([], tf.int64, default_value=-1),
}


def detection(listing, out):
    with tf.io.TFRecordWriter(out) as writer:
        for i, line in enumerate(open(listing, encoding="utf-8")):
            key, _, path = line.rstrip("\n").split("\t")
            with open(path, "rb") as image:
                features = {"image/encoded": byte_strings(image.read())}
            features["image/filename"] = byte_strings(key.encode())
            features["image/class/label"] = integers(1 + i % 3)
            features["image/class/text"] = byte_strings("klasse ü%d".encode() % (1 + i % 3))
            features["image/object/bbox/xmin"] = floats(*(j / 7 for j in range(i % 5)))
            features["image/object/class/label"] = integers(*(j << 40 for j in range(i % 5)))
            features["image/object/class/text"] = byte_strings(*(b"n%d" % j for j in range(i % 5)))
            features["image/object/mask"] = byte_strings(*(b"\xff" * j for j in range(i % 3)))
            features["embedding"] = floats(i / 3, float("nan"), float("-inf"))
            features["score"] = floats(i / 10)
            if i % 2:
                features["crowd"] = integers(-i)
            writer.write(serialized(features))


def parse(*files):
    lines = []
    for record in tf.data.TFRecordDataset(files):
        parsed = tf.io.parse_single_example(record, SPEC)
        values = {
            name: (tf.sparse.to_dense(v) if isinstance(v, tf.SparseTensor) else v).numpy()
            for name, v in parsed.items()
        }
        pixels = tf.io.decode_jpeg(values.pop("image/encoded"), channels=3)
        encoded = hashlib.sha256(pixels.numpy().tobytes()).hexdigest()
        shown = [f"{n}={v.tolist() if hasattr(v, 'tolist') else v}" for n, v in sorted(values.items())]
        lines.append(f"{values['image/filename']} {encoded} {' '.join(shown)}")
    print("\n".join(sorted(lines)))


def on_demand(action):
    for _ in sys.stdin:
        print(action(), flush=True)


def timed_read(path):
    """The fastest way found on one thread: counting inside the graph, with a large buffer."""
    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    options = tf.data.Options()
    options.threading.private_threadpool_size = 1
    options.threading.max_intra_op_parallelism = 1
    options.autotune.enabled = False
    dataset = tf.data.TFRecordDataset(path, buffer_size=1 << 20).with_options(options)

    def read():
        begun = time.perf_counter()
        dataset.reduce(tf.constant(0, tf.int64), lambda n, _: n + 1).numpy()
        return time.perf_counter() - begun

    on_demand(read)


def timed_writing(out, write_all):
    def write():
        if os.path.exists(out):
            os.remove(out)
        begun = time.perf_counter()
        with tf.io.TFRecordWriter(out) as writer:
            write_all(writer)
        return time.perf_counter() - begun

    on_demand(write)


def timed_framing(path, out):
    records = [record.numpy() for record in tf.data.TFRecordDataset(path)]

    def write_all(writer):
        for record in records:
            writer.write(record)

    timed_writing(out, write_all)


def timed_examples(path, out):
    examples = [tf.train.Example.FromString(r.numpy()) for r in tf.data.TFRecordDataset(path)]

    def write_all(writer):
        for example in examples:
            writer.write(example.SerializeToString())

    timed_writing(out, write_all)


if __name__ == "__main__":
    globals()[sys.argv[1].replace("-", "_")](*sys.argv[2:])
