/**
 * What is reserved for the L1 fee of a version may be told after its signature: no oracle is asked where a file is signed, but
 * where it is sent. Until now no attempt could be changed at all. Signed bytes, and how they were signed, stay as they are;
 * the reserve alone may be told later or rise, and never falls: what counts against a limit of a day goes on counting.
 *
 * It is compared as text, as SQLite's integers end at 2^63: of digits without leading zeros, more of them are a greater number.
 */
const kept = ['seq', 'step', 'nonce', 'hash', 'raw', 'payload', 'signed_at', 'kind', 'budget', 'sending']

export const l1FeeRises = `
  DROP TRIGGER attempts_stay;
  CREATE TRIGGER attempts_stay BEFORE UPDATE ON attempts
    WHEN ${kept.map((column) => `NEW.${column} IS NOT OLD.${column}`).join(' OR ')}
    BEGIN SELECT RAISE(ABORT, 'signed bytes stay as they are'); END;
  CREATE TRIGGER l1_fees_only_rise BEFORE UPDATE OF l1_fee ON attempts
    WHEN NEW.l1_fee IS NULL OR NEW.l1_fee NOT GLOB '[1-9]*' OR NEW.l1_fee GLOB '*[^0-9]*'
      OR length(NEW.l1_fee) < length(OLD.l1_fee)
      OR (length(NEW.l1_fee) = length(OLD.l1_fee) AND NEW.l1_fee < OLD.l1_fee)
    BEGIN SELECT RAISE(ABORT, 'what is reserved for an L1 fee only rises'); END;
`
