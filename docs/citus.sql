-- The tables of a home on Citus, distributed by tenant. Made by `python scripts/citus.py`; don't edit it.
--
--     psql "$COORDINATOR" -v ON_ERROR_STOP=1 -f docs/citus.sql        # an empty database with the extension, once
--     AVER_STORE_URL="$COORDINATOR" aver init
--
-- Never run on Citus: there was none to be had. `tests/store/test_citus.py` runs all but the lines that call Citus on a
-- plain server and lets a store work on what they make. Each key and foreign key holds the distribution column, as
-- Citus demands, so it is checked on the node of its tenant. `SET LOCAL aver.tenant`, which every transaction says, has
-- to reach the nodes, or policies hide every row there from the application's role: hence propagate_set_commands.
BEGIN;
SET LOCAL citus.multi_shard_modify_mode TO 'sequential';
SET LOCAL citus.enable_unsafe_triggers TO on;
DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET citus.propagate_set_commands TO ''local''', current_database());
  EXECUTE format('ALTER DATABASE %I SET citus.enable_unsafe_triggers TO on', current_database());
END $$;
CREATE TABLE home (
	name TEXT COLLATE "C" NOT NULL,
	value TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (name)
);
SELECT create_reference_table('home');
CREATE TABLE api_key (
	id TEXT COLLATE "C" NOT NULL,
	secret_hash TEXT COLLATE "C" NOT NULL,
	tenant TEXT COLLATE "C" NOT NULL,
	"user" TEXT COLLATE "C" NOT NULL,
	principals TEXT COLLATE "C" NOT NULL,
	roles TEXT COLLATE "C" NOT NULL,
	clearance INTEGER NOT NULL,
	note TEXT COLLATE "C" NOT NULL,
	created_at TEXT COLLATE "C" NOT NULL,
	expires_at TEXT COLLATE "C",
	revoked_at TEXT COLLATE "C",
	PRIMARY KEY (id)
);
SELECT create_reference_table('api_key');
ALTER TABLE api_key ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON api_key USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE tenant_place (
	tenant TEXT COLLATE "C" NOT NULL,
	state TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (tenant)
);
SELECT create_reference_table('tenant_place');
ALTER TABLE tenant_place ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON tenant_place USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE claim (
	tenant TEXT COLLATE "C" NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	own TEXT COLLATE "C",
	PRIMARY KEY (tenant, id)
);
SELECT create_distributed_table('claim', 'tenant', colocate_with => 'none');
ALTER TABLE claim ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON claim USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE claim_clock (
	tenant TEXT COLLATE "C" NOT NULL,
	sequence BIGINT NOT NULL,
	PRIMARY KEY (tenant)
);
SELECT create_distributed_table('claim_clock', 'tenant', colocate_with => 'claim');
ALTER TABLE claim_clock ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON claim_clock USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE claim_event (
	tenant TEXT COLLATE "C" NOT NULL,
	claim TEXT COLLATE "C" NOT NULL,
	seq INTEGER NOT NULL,
	number INTEGER NOT NULL,
	act TEXT COLLATE "C" NOT NULL,
	actor TEXT COLLATE "C" NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	about BIGINT NOT NULL,
	words TEXT COLLATE "C",
	PRIMARY KEY (tenant, claim, seq)
);
SELECT create_distributed_table('claim_event', 'tenant', colocate_with => 'claim');
CREATE OR REPLACE FUNCTION aver_refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
SELECT create_distributed_function('aver_refuse_change()');
CREATE TRIGGER claim_event_refuses_update BEFORE UPDATE OF "tenant", "claim", "seq", "number", "act", "actor", "at", "about" ON claim_event FOR EACH ROW  EXECUTE FUNCTION aver_refuse_change();
CREATE TRIGGER claim_event_refuses_delete BEFORE DELETE ON claim_event FOR EACH ROW  EXECUTE FUNCTION aver_refuse_change();
CREATE TRIGGER claim_event_words_only_go BEFORE UPDATE OF "words" ON claim_event FOR EACH ROW WHEN (NEW."words" IS NOT NULL) EXECUTE FUNCTION aver_refuse_change();
CREATE TRIGGER claim_event_refuses_truncate BEFORE TRUNCATE ON claim_event EXECUTE FUNCTION aver_refuse_change();
ALTER TABLE claim_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON claim_event USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE claim_job (
	tenant TEXT COLLATE "C" NOT NULL,
	job TEXT COLLATE "C" NOT NULL,
	claim TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (tenant, job, claim)
);
SELECT create_distributed_table('claim_job', 'tenant', colocate_with => 'claim');
CREATE INDEX claim_job_by_claim ON claim_job (tenant, claim);
ALTER TABLE claim_job ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON claim_job USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE claim_source (
	tenant TEXT COLLATE "C" NOT NULL,
	claim TEXT COLLATE "C" NOT NULL,
	number INTEGER NOT NULL,
	place INTEGER NOT NULL,
	document TEXT COLLATE "C" NOT NULL,
	version TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (tenant, claim, number, place)
);
SELECT create_distributed_table('claim_source', 'tenant', colocate_with => 'claim');
CREATE INDEX claim_source_by_document ON claim_source (tenant, document);
CREATE INDEX claim_source_by_version ON claim_source (tenant, version);
ALTER TABLE claim_source ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON claim_source USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE claim_standing (
	tenant TEXT COLLATE "C" NOT NULL,
	claim TEXT COLLATE "C" NOT NULL,
	number INTEGER NOT NULL,
	state TEXT COLLATE "C" NOT NULL,
	actor TEXT COLLATE "C" NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	receipt TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (tenant, claim, number)
);
SELECT create_distributed_table('claim_standing', 'tenant', colocate_with => 'claim');
CREATE INDEX claim_standing_by_state ON claim_standing (tenant, state);
CREATE UNIQUE INDEX claim_has_one_frozen ON claim_standing (tenant, claim) WHERE state = 'frozen';
ALTER TABLE claim_standing ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON claim_standing USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE claim_vector (
	tenant TEXT COLLATE "C" NOT NULL,
	claim TEXT COLLATE "C" NOT NULL,
	number INTEGER NOT NULL,
	encoder TEXT COLLATE "C" NOT NULL,
	vector BYTEA NOT NULL,
	PRIMARY KEY (tenant, claim, number, encoder)
);
SELECT create_distributed_table('claim_vector', 'tenant', colocate_with => 'claim');
ALTER TABLE claim_vector ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON claim_vector USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE claim_version (
	tenant TEXT COLLATE "C" NOT NULL,
	claim TEXT COLLATE "C" NOT NULL,
	number INTEGER NOT NULL,
	kind TEXT COLLATE "C" NOT NULL,
	origin TEXT COLLATE "C" NOT NULL,
	author TEXT COLLATE "C" NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	supersedes INTEGER,
	confidence FLOAT,
	words BYTEA,
	PRIMARY KEY (tenant, claim, number)
);
SELECT create_distributed_table('claim_version', 'tenant', colocate_with => 'claim');
CREATE OR REPLACE FUNCTION aver_refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
SELECT create_distributed_function('aver_refuse_change()');
CREATE TRIGGER claim_version_refuses_update BEFORE UPDATE OF "tenant", "claim", "number", "kind", "origin", "author", "at", "supersedes", "confidence" ON claim_version FOR EACH ROW  EXECUTE FUNCTION aver_refuse_change();
CREATE TRIGGER claim_version_refuses_delete BEFORE DELETE ON claim_version FOR EACH ROW  EXECUTE FUNCTION aver_refuse_change();
CREATE TRIGGER claim_version_words_only_go BEFORE UPDATE OF "words" ON claim_version FOR EACH ROW WHEN (NEW."words" IS NOT NULL) EXECUTE FUNCTION aver_refuse_change();
CREATE TRIGGER claim_version_refuses_truncate BEFORE TRUNCATE ON claim_version EXECUTE FUNCTION aver_refuse_change();
ALTER TABLE claim_version ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON claim_version USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE document (
	tenant TEXT COLLATE "C" NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	uri TEXT COLLATE "C" NOT NULL,
	UNIQUE (tenant, id),
	UNIQUE (tenant, uri)
);
SELECT create_distributed_table('document', 'tenant', colocate_with => 'claim');
ALTER TABLE document ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON document USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE document_view (
	tenant TEXT COLLATE "C" NOT NULL,
	n BIGINT NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	"user" TEXT COLLATE "C" NOT NULL,
	operation TEXT COLLATE "C" NOT NULL,
	documents TEXT COLLATE "C" NOT NULL,
	mac BYTEA NOT NULL,
	PRIMARY KEY (tenant, n)
);
SELECT create_distributed_table('document_view', 'tenant', colocate_with => 'claim');
CREATE OR REPLACE FUNCTION aver_refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
SELECT create_distributed_function('aver_refuse_change()');
CREATE TRIGGER document_view_refuses_update BEFORE UPDATE ON document_view FOR EACH ROW  EXECUTE FUNCTION aver_refuse_change();
CREATE TRIGGER document_view_refuses_delete BEFORE DELETE ON document_view FOR EACH ROW  EXECUTE FUNCTION aver_refuse_change();
CREATE TRIGGER document_view_refuses_truncate BEFORE TRUNCATE ON document_view EXECUTE FUNCTION aver_refuse_change();
ALTER TABLE document_view ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON document_view USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE done_once (
	tenant TEXT COLLATE "C" NOT NULL,
	"user" TEXT COLLATE "C" NOT NULL,
	key TEXT COLLATE "C" NOT NULL,
	request TEXT COLLATE "C" NOT NULL,
	made TEXT COLLATE "C" NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (tenant, "user", key)
);
SELECT create_distributed_table('done_once', 'tenant', colocate_with => 'claim');
ALTER TABLE done_once ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON done_once USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE drift_alarm (
	tenant TEXT COLLATE "C" NOT NULL,
	calibration TEXT COLLATE "C" NOT NULL,
	number INTEGER NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	run TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (tenant, calibration, number)
);
SELECT create_distributed_table('drift_alarm', 'tenant', colocate_with => 'claim');
ALTER TABLE drift_alarm ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON drift_alarm USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
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
	PRIMARY KEY (tenant, number)
);
SELECT create_distributed_table('feedback', 'tenant', colocate_with => 'claim');
CREATE INDEX feedback_by_tenant ON feedback (tenant, calibration, number);
ALTER TABLE feedback ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON feedback USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE job (
	tenant TEXT COLLATE "C" NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	"user" TEXT COLLATE "C" NOT NULL,
	kind TEXT COLLATE "C" NOT NULL,
	state TEXT COLLATE "C" NOT NULL,
	arguments TEXT COLLATE "C" NOT NULL,
	begun_at TEXT COLLATE "C" NOT NULL,
	changed_at TEXT COLLATE "C" NOT NULL,
	attempts INTEGER NOT NULL,
	events INTEGER NOT NULL,
	done INTEGER NOT NULL,
	total INTEGER NOT NULL,
	failed INTEGER NOT NULL,
	cancel_asked BOOLEAN NOT NULL,
	detail TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (tenant, id)
);
SELECT create_distributed_table('job', 'tenant', colocate_with => 'claim');
ALTER TABLE job ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON job USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE job_event (
	tenant TEXT COLLATE "C" NOT NULL,
	job TEXT COLLATE "C" NOT NULL,
	seq INTEGER NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	step TEXT COLLATE "C" NOT NULL,
	done INTEGER NOT NULL,
	total INTEGER NOT NULL,
	failed INTEGER NOT NULL,
	detail TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (tenant, job, seq)
);
SELECT create_distributed_table('job_event', 'tenant', colocate_with => 'claim');
ALTER TABLE job_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON job_event USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE receipt (
	tenant TEXT COLLATE "C" NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	document TEXT COLLATE "C" NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	actor TEXT COLLATE "C" NOT NULL,
	body TEXT COLLATE "C" NOT NULL,
	UNIQUE (tenant, id)
);
SELECT create_distributed_table('receipt', 'tenant', colocate_with => 'claim');
ALTER TABLE receipt ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON receipt USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
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
	PRIMARY KEY (tenant, key)
);
SELECT create_distributed_table('review_item', 'tenant', colocate_with => 'claim');
CREATE INDEX review_item_open ON review_item (tenant, open, key);
CREATE UNIQUE INDEX review_item_once ON review_item (tenant, claim, number, changed);
ALTER TABLE review_item ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON review_item USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE run (
	tenant TEXT COLLATE "C" NOT NULL,
	run TEXT COLLATE "C" NOT NULL,
	"user" TEXT COLLATE "C" NOT NULL,
	started_at TEXT COLLATE "C" NOT NULL,
	state TEXT COLLATE "C" NOT NULL,
	events INTEGER NOT NULL,
	question TEXT COLLATE "C",
	outcome TEXT COLLATE "C",
	PRIMARY KEY (tenant, run)
);
SELECT create_distributed_table('run', 'tenant', colocate_with => 'claim');
CREATE INDEX run_by_user ON run (tenant, "user", started_at);
ALTER TABLE run ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON run USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
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
SELECT create_distributed_table('run_event', 'tenant', colocate_with => 'claim');
CREATE OR REPLACE FUNCTION aver_refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
SELECT create_distributed_function('aver_refuse_change()');
CREATE TRIGGER run_event_refuses_update BEFORE UPDATE ON run_event FOR EACH ROW  EXECUTE FUNCTION aver_refuse_change();
CREATE TRIGGER run_event_refuses_delete BEFORE DELETE ON run_event FOR EACH ROW  EXECUTE FUNCTION aver_refuse_change();
CREATE TRIGGER run_event_refuses_truncate BEFORE TRUNCATE ON run_event EXECUTE FUNCTION aver_refuse_change();
ALTER TABLE run_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON run_event USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE run_head (
	tenant TEXT COLLATE "C" NOT NULL,
	n INTEGER NOT NULL,
	run TEXT COLLATE "C" NOT NULL,
	events INTEGER NOT NULL,
	head_hash BYTEA NOT NULL,
	previous_mac BYTEA NOT NULL,
	mac BYTEA NOT NULL,
	PRIMARY KEY (tenant, n)
);
SELECT create_distributed_table('run_head', 'tenant', colocate_with => 'claim');
CREATE UNIQUE INDEX run_head_by_run ON run_head (tenant, run);
CREATE OR REPLACE FUNCTION aver_refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
SELECT create_distributed_function('aver_refuse_change()');
CREATE TRIGGER run_head_refuses_update BEFORE UPDATE ON run_head FOR EACH ROW  EXECUTE FUNCTION aver_refuse_change();
CREATE TRIGGER run_head_refuses_delete BEFORE DELETE ON run_head FOR EACH ROW  EXECUTE FUNCTION aver_refuse_change();
CREATE TRIGGER run_head_refuses_truncate BEFORE TRUNCATE ON run_head EXECUTE FUNCTION aver_refuse_change();
ALTER TABLE run_head ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON run_head USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
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
SELECT create_distributed_table('run_payload', 'tenant', colocate_with => 'claim');
CREATE INDEX run_payload_by_document ON run_payload (tenant, document);
ALTER TABLE run_payload ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON run_payload USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE segment (
	key BIGSERIAL NOT NULL,
	tenant TEXT COLLATE "C" NOT NULL,
	changed BIGINT NOT NULL,
	rows INTEGER NOT NULL,
	alive INTEGER NOT NULL,
	ids BYTEA NOT NULL,
	versions BYTEA NOT NULL,
	lengths BYTEA NOT NULL,
	PRIMARY KEY (tenant, key)
);
SELECT create_distributed_table('segment', 'tenant', colocate_with => 'claim');
ALTER TABLE segment ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON segment USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE tenant (
	name TEXT COLLATE "C" NOT NULL,
	sequence BIGINT NOT NULL,
	PRIMARY KEY (name)
);
SELECT create_distributed_table('tenant', 'name', colocate_with => 'claim');
ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON tenant USING (current_setting('aver.tenant', true) = '*' OR name = current_setting('aver.tenant', true) OR name = current_setting('aver.tenant', true) || E'\x1fvanilla');
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
	PRIMARY KEY (tenant, key),
	UNIQUE (tenant, id)
);
SELECT create_distributed_table('version', 'tenant', colocate_with => 'claim');
CREATE INDEX version_by_change ON version (tenant, changed);
CREATE INDEX version_by_document ON version (tenant, document);
ALTER TABLE version ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON version USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE waiting_vector (
	tenant TEXT COLLATE "C" NOT NULL,
	id BYTEA NOT NULL,
	encoder TEXT COLLATE "C" NOT NULL,
	changed BIGINT NOT NULL,
	vector BYTEA NOT NULL,
	PRIMARY KEY (tenant, id)
);
SELECT create_distributed_table('waiting_vector', 'tenant', colocate_with => 'claim');
ALTER TABLE waiting_vector ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON waiting_vector USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE chunk (
	key BIGSERIAL NOT NULL,
	tenant TEXT COLLATE "C" NOT NULL,
	id BYTEA NOT NULL,
	version BIGINT NOT NULL,
	start INTEGER NOT NULL,
	"end" INTEGER NOT NULL,
	kind TEXT COLLATE "C" NOT NULL,
	detail TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (tenant, key),
	UNIQUE (tenant, id)
);
SELECT create_distributed_table('chunk', 'tenant', colocate_with => 'claim');
ALTER TABLE chunk ADD CONSTRAINT chunk_fkey FOREIGN KEY(tenant, version) REFERENCES version (tenant, key);
CREATE INDEX chunk_by_version ON chunk (version);
ALTER TABLE chunk ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON chunk USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE claim_anchor (
	tenant TEXT COLLATE "C" NOT NULL,
	claim TEXT COLLATE "C" NOT NULL,
	number INTEGER NOT NULL,
	place INTEGER NOT NULL,
	version BIGINT NOT NULL,
	start INTEGER NOT NULL,
	"end" INTEGER NOT NULL,
	although_superseded BOOLEAN NOT NULL,
	PRIMARY KEY (tenant, claim, number, place, version)
);
SELECT create_distributed_table('claim_anchor', 'tenant', colocate_with => 'claim');
ALTER TABLE claim_anchor ADD CONSTRAINT claim_anchor_fkey FOREIGN KEY(tenant, version) REFERENCES version (tenant, key);
CREATE INDEX claim_anchor_by_version ON claim_anchor (version);
ALTER TABLE claim_anchor ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON claim_anchor USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE enrichment (
	version BIGINT NOT NULL,
	kind TEXT COLLATE "C" NOT NULL,
	tenant TEXT COLLATE "C" NOT NULL,
	producer TEXT COLLATE "C" NOT NULL,
	payload BYTEA NOT NULL,
	vectors BYTEA NOT NULL,
	created_at TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (tenant, version, kind)
);
SELECT create_distributed_table('enrichment', 'tenant', colocate_with => 'claim');
ALTER TABLE enrichment ADD CONSTRAINT enrichment_fkey FOREIGN KEY(tenant, version) REFERENCES version (tenant, key);
ALTER TABLE enrichment ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON enrichment USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE posting (
	tenant TEXT COLLATE "C" NOT NULL,
	segment BIGINT NOT NULL,
	term BIGINT NOT NULL,
	block BYTEA NOT NULL,
	PRIMARY KEY (tenant, segment, term)
);
SELECT create_distributed_table('posting', 'tenant', colocate_with => 'claim');
ALTER TABLE posting ADD CONSTRAINT posting_fkey FOREIGN KEY(tenant, segment) REFERENCES segment (tenant, key);
ALTER TABLE posting ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON posting USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE vector_block (
	tenant TEXT COLLATE "C" NOT NULL,
	segment BIGINT NOT NULL,
	number INTEGER NOT NULL,
	vectors BYTEA NOT NULL,
	PRIMARY KEY (tenant, segment, number)
);
SELECT create_distributed_table('vector_block', 'tenant', colocate_with => 'claim');
ALTER TABLE vector_block ADD CONSTRAINT vector_block_fkey FOREIGN KEY(tenant, segment) REFERENCES segment (tenant, key);
ALTER TABLE vector_block ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON vector_block USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE tail (
	chunk BIGINT NOT NULL,
	tenant TEXT COLLATE "C" NOT NULL,
	id BYTEA NOT NULL,
	version BIGINT NOT NULL,
	length INTEGER NOT NULL,
	terms BYTEA NOT NULL,
	frequencies BYTEA NOT NULL,
	vector BYTEA NOT NULL,
	PRIMARY KEY (tenant, chunk)
);
SELECT create_distributed_table('tail', 'tenant', colocate_with => 'claim');
ALTER TABLE tail ADD CONSTRAINT tail_fkey FOREIGN KEY(tenant, chunk) REFERENCES chunk (tenant, key);
ALTER TABLE tail ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON tail USING (current_setting('aver.tenant', true) = '*' OR tenant = current_setting('aver.tenant', true) OR tenant = current_setting('aver.tenant', true) || E'\x1fvanilla');
CREATE TABLE alembic_version (version_num varchar(32) PRIMARY KEY);
INSERT INTO alembic_version VALUES ('0013');
COMMIT;
