/**
 * The transaction of a file may be signed by several tools, which gives it several hashes: until now a unique index allowed
 * one original per step, so of another signature's fate nothing was known. The original of a step may now have several
 * signatures. What keeps two of them from being mined stays a constraint: they share the nonce, and all other fields.
 */
const fields = [
  ...['$.from', '$.to', '$.data', '$.chainId', '$.value."$bigint"', '$.gasLimit."$bigint"', '$.fees.type'],
  ...['$.fees.gasPrice."$bigint"', '$.fees.maxFeePerGas."$bigint"', '$.fees.maxPriorityFeePerGas."$bigint"'],
]
const differs = fields.map((path) => `json_extract(NEW.payload, '${path}') IS NOT json_extract(a.payload, '${path}')`)

export const signatures = `
  DROP INDEX one_original_a_step;
  CREATE TRIGGER originals_are_one_transaction BEFORE INSERT ON attempts
    WHEN NEW.kind = 'original' AND EXISTS (SELECT 1 FROM attempts a WHERE a.step = NEW.step
      AND (a.hash = NEW.hash OR a.sending IS NOT NEW.sending OR (a.kind = 'original' AND (${differs.join(' OR ')}))))
    BEGIN SELECT RAISE(ABORT, 'another signature is of the same transaction'); END;
`
