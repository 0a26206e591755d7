/**
 * A step can have several versions: replacements with the same nonce. Until now a unique index allowed one attempt per
 * step. What keeps two of them from being mined stays a constraint: they share a nonce (`attempts_share_a_nonce`), sender
 * and chain. So does what a replacement may be: it pays at least 9/8 of every earlier version, a speedup is the same
 * call, a cancel is a transfer of nothing to the sender, and after a cancel there are only cancels.
 *
 * Fees are compared as 64-bit integers of wei: exact below 1,000 million gwei per unit of gas.
 */
const cap = (payload: string): string =>
  `CAST(coalesce(json_extract(${payload}, '$.fees.maxFeePerGas."$bigint"'), ` +
  `json_extract(${payload}, '$.fees.gasPrice."$bigint"')) AS INTEGER)`
const tip = (payload: string): string =>
  `CAST(coalesce(json_extract(${payload}, '$.fees.maxPriorityFeePerGas."$bigint"'), ` +
  `json_extract(${payload}, '$.fees.gasPrice."$bigint"')) AS INTEGER)`
const call = (payload: string): string => `json_remove(${payload}, '$.fees')`
const differs = (path: string): string =>
  `json_extract(NEW.payload, '${path}') IS NOT json_extract(a.payload, '${path}')`

export const replacements = `
  DROP INDEX one_attempt_a_step;
  ALTER TABLE attempts ADD COLUMN kind TEXT NOT NULL DEFAULT 'original' CHECK (kind IN ('original', 'speedup', 'cancel'));
  ALTER TABLE attempts ADD COLUMN budget TEXT;
  CREATE UNIQUE INDEX one_original_a_step ON attempts (step) WHERE kind = 'original';
  CREATE INDEX attempts_by_step ON attempts (step);
  CREATE INDEX attempts_by_time ON attempts (signed_at);

  CREATE TRIGGER replacements_need_an_original BEFORE INSERT ON attempts
    WHEN NEW.kind <> 'original' AND NOT EXISTS (SELECT 1 FROM attempts WHERE step = NEW.step)
    BEGIN SELECT RAISE(ABORT, 'a replacement needs what it replaces'); END;
  CREATE TRIGGER replacements_pay_more BEFORE INSERT ON attempts
    WHEN NEW.kind <> 'original' AND EXISTS (SELECT 1 FROM attempts a WHERE a.step = NEW.step
      AND (coalesce(8 * ${cap('NEW.payload')} < 9 * ${cap('a.payload')}, 1)
        OR coalesce(8 * ${tip('NEW.payload')} < 9 * ${tip('a.payload')}, 1)))
    BEGIN SELECT RAISE(ABORT, 'a replacement pays at least 9/8 of what it replaces'); END;
  CREATE TRIGGER replacements_keep_the_account BEFORE INSERT ON attempts
    WHEN NEW.kind <> 'original' AND EXISTS (SELECT 1 FROM attempts a WHERE a.step = NEW.step
      AND (${differs('$.from')} OR ${differs('$.chainId')}))
    BEGIN SELECT RAISE(ABORT, 'a replacement has the same account and chain'); END;
  CREATE TRIGGER speedups_are_the_same_call BEFORE INSERT ON attempts
    WHEN NEW.kind = 'speedup' AND EXISTS (SELECT 1 FROM attempts a WHERE a.step = NEW.step
      AND (a.kind = 'cancel' OR ${call('NEW.payload')} <> ${call('a.payload')}))
    BEGIN SELECT RAISE(ABORT, 'a speedup is the same call, and follows no cancel'); END;
  CREATE TRIGGER cancels_do_nothing BEFORE INSERT ON attempts
    WHEN NEW.kind = 'cancel' AND (json_extract(NEW.payload, '$.to') IS NOT json_extract(NEW.payload, '$.from')
      OR json_extract(NEW.payload, '$.data') IS NOT '0x'
      OR json_extract(NEW.payload, '$.value."$bigint"') IS NOT '0')
    BEGIN SELECT RAISE(ABORT, 'a cancel transfers nothing to the sender'); END;
`
