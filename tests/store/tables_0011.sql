-- The tables that migration 0012 changes, as the migrations up to 0011 made them on PostgreSQL.
CREATE TABLE version (
	key BIGSERIAL NOT NULL,
	tenant TEXT COLLATE "C" NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	document TEXT COLLATE "C" NOT NULL,
	uri TEXT COLLATE "C" NOT NULL,
	number INTEGER NOT NULL,
	changed BIGINT NOT NULL,
	content_hash TEXT COLLATE "C" NOT NULL,
	pipeline TEXT COLLATE "C" NOT NULL,
	ingested_at TEXT COLLATE "C" NOT NULL,
	title TEXT COLLATE "C" NOT NULL,
	text TEXT COLLATE "C" NOT NULL,
	tree BYTEA NOT NULL,
	media_type TEXT COLLATE "C" NOT NULL,
	language TEXT COLLATE "C" NOT NULL,
	warnings INTEGER NOT NULL,
	readers TEXT COLLATE "C" NOT NULL,
	classification INTEGER NOT NULL,
	jurisdictions TEXT COLLATE "C" NOT NULL,
	products TEXT COLLATE "C" NOT NULL,
	tiers TEXT COLLATE "C" NOT NULL,
	valid_from TEXT COLLATE "C",
	valid_until TEXT COLLATE "C",
	status TEXT COLLATE "C" NOT NULL,
	superseded_by TEXT COLLATE "C" NOT NULL,
	authority FLOAT NOT NULL,
	origin_system TEXT COLLATE "C" NOT NULL,
	retention_until TEXT COLLATE "C",
	legal_hold BOOLEAN NOT NULL,
	redacted BOOLEAN NOT NULL,
	PRIMARY KEY (key),
	UNIQUE (tenant, id)
);
CREATE INDEX version_by_change ON version (tenant, changed);
CREATE INDEX version_by_document ON version (tenant, document);
CREATE TABLE chunk (
	key BIGSERIAL NOT NULL,
	tenant TEXT COLLATE "C" NOT NULL,
	id BYTEA NOT NULL,
	version BIGINT NOT NULL,
	start INTEGER NOT NULL,
	"end" INTEGER NOT NULL,
	kind TEXT COLLATE "C" NOT NULL,
	detail TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (key),
	UNIQUE (tenant, id),
	FOREIGN KEY(version) REFERENCES version (key)
);
CREATE INDEX chunk_by_version ON chunk (version);
CREATE TABLE tail (
	chunk BIGINT NOT NULL,
	tenant TEXT COLLATE "C" NOT NULL,
	id BYTEA NOT NULL,
	version BIGINT NOT NULL,
	length INTEGER NOT NULL,
	terms BYTEA NOT NULL,
	frequencies BYTEA NOT NULL,
	vector BYTEA NOT NULL,
	PRIMARY KEY (chunk),
	FOREIGN KEY(chunk) REFERENCES chunk (key)
);
CREATE INDEX tail_by_tenant ON tail (tenant, chunk);
CREATE TABLE segment (
	key BIGSERIAL NOT NULL,
	tenant TEXT COLLATE "C" NOT NULL,
	changed BIGINT NOT NULL,
	rows INTEGER NOT NULL,
	alive INTEGER NOT NULL,
	ids BYTEA NOT NULL,
	versions BYTEA NOT NULL,
	lengths BYTEA NOT NULL,
	PRIMARY KEY (key)
);
CREATE INDEX segment_by_tenant ON segment (tenant, key);
CREATE TABLE posting (
	segment BIGINT NOT NULL,
	term BIGINT NOT NULL,
	block BYTEA NOT NULL,
	PRIMARY KEY (segment, term),
	FOREIGN KEY(segment) REFERENCES segment (key)
);
CREATE TABLE vector_block (
	segment BIGINT NOT NULL,
	number INTEGER NOT NULL,
	vectors BYTEA NOT NULL,
	PRIMARY KEY (segment, number),
	FOREIGN KEY(segment) REFERENCES segment (key)
);
CREATE TABLE enrichment (
	version BIGINT NOT NULL,
	kind TEXT COLLATE "C" NOT NULL,
	tenant TEXT COLLATE "C" NOT NULL,
	producer TEXT COLLATE "C" NOT NULL,
	payload BYTEA NOT NULL,
	vectors BYTEA NOT NULL,
	created_at TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (version, kind),
	FOREIGN KEY(version) REFERENCES version (key)
);
CREATE TABLE run_event (
	tenant TEXT COLLATE "C" NOT NULL,
	run TEXT COLLATE "C" NOT NULL,
	seq INTEGER NOT NULL,
	kind TEXT COLLATE "C" NOT NULL,
	body BYTEA NOT NULL,
	hash BYTEA NOT NULL,
	noise TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (tenant, run, seq)
);
CREATE TRIGGER run_event_refuses_update BEFORE UPDATE ON run_event FOR EACH ROW  EXECUTE FUNCTION aver_refuse_change();
CREATE TRIGGER run_event_refuses_delete BEFORE DELETE ON run_event FOR EACH ROW  EXECUTE FUNCTION aver_refuse_change();
CREATE TRIGGER run_event_refuses_truncate BEFORE TRUNCATE ON run_event EXECUTE FUNCTION aver_refuse_change();
CREATE TABLE run_payload (
	tenant TEXT COLLATE "C" NOT NULL,
	run TEXT COLLATE "C" NOT NULL,
	commitment TEXT COLLATE "C" NOT NULL,
	document TEXT COLLATE "C",
	salt BYTEA,
	text BYTEA,
	receipt TEXT COLLATE "C",
	PRIMARY KEY (tenant, run, commitment)
);
CREATE INDEX run_payload_by_document ON run_payload (tenant, document);
CREATE TABLE claim_anchor (
	tenant TEXT COLLATE "C" NOT NULL,
	claim TEXT COLLATE "C" NOT NULL,
	number INTEGER NOT NULL,
	place INTEGER NOT NULL,
	version BIGINT NOT NULL,
	start INTEGER NOT NULL,
	"end" INTEGER NOT NULL,
	although_superseded BOOLEAN NOT NULL,
	PRIMARY KEY (tenant, claim, number, place, version),
	FOREIGN KEY(version) REFERENCES version (key)
);
CREATE INDEX claim_anchor_by_version ON claim_anchor (version);
CREATE TABLE review_item (
	key BIGSERIAL NOT NULL,
	tenant TEXT COLLATE "C" NOT NULL,
	claim TEXT COLLATE "C" NOT NULL,
	number INTEGER NOT NULL,
	why TEXT COLLATE "C" NOT NULL,
	changed BIGINT NOT NULL,
	queued_at TEXT COLLATE "C" NOT NULL,
	open BOOLEAN NOT NULL,
	leased_by TEXT COLLATE "C" NOT NULL,
	leased_until TEXT COLLATE "C" NOT NULL,
	escalated_by TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (key)
);
CREATE UNIQUE INDEX review_item_once ON review_item (tenant, claim, number, changed);
CREATE INDEX review_item_open ON review_item (tenant, open, key);
CREATE TABLE feedback (
	number BIGSERIAL NOT NULL,
	tenant TEXT COLLATE "C" NOT NULL,
	run TEXT COLLATE "C" NOT NULL,
	"user" TEXT COLLATE "C" NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	correct BOOLEAN NOT NULL,
	note TEXT COLLATE "C" NOT NULL,
	outcome TEXT COLLATE "C" NOT NULL,
	confidence FLOAT NOT NULL,
	form TEXT COLLATE "C" NOT NULL,
	promised FLOAT NOT NULL,
	calibration TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (number)
);
CREATE INDEX feedback_by_tenant ON feedback (tenant, calibration, number);
