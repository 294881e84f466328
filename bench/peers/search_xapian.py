"""Searches with Xapian (python3-xapian): python3 search_xapian.py RECORDS.ndjson LIMIT

RECORDS has an object of texts with an `id` per line. Each line of standard input is a query as JSON, each line of
standard output its ids as JSON, best first. BM25 with Xapian's parameters, any word may match, English stemmer, words
of the name count double.
"""

import json
import sys

import xapian

records_file, limit = sys.argv[1:]
stemmer = xapian.Stem("en")
database = xapian.WritableDatabase("", xapian.DB_BACKEND_INMEMORY)
generator = xapian.TermGenerator()
generator.set_stemmer(stemmer)
with open(records_file, encoding="utf-8") as lines:
    for line in lines:
        texts = json.loads(line)
        document = xapian.Document()
        document.set_data(texts.pop("id"))
        generator.set_document(document)
        for field, text in texts.items():
            generator.index_text(text, 2 if field == "name" else 1)
            generator.increase_termpos()
        database.add_document(document)

parser = xapian.QueryParser()
parser.set_stemmer(stemmer)
parser.set_stemming_strategy(xapian.QueryParser.STEM_SOME)
parser.set_database(database)
enquire = xapian.Enquire(database)
enquire.set_weighting_scheme(xapian.BM25Weight())
print("ready", flush=True)
for line in sys.stdin:
    # Without flags, operators of the query language are words.
    enquire.set_query(parser.parse_query(json.loads(line), 0))
    ids = [match.document.get_data().decode() for match in enquire.get_mset(0, int(limit))]
    print(json.dumps(ids), flush=True)
