/**
 * A version of a step may be sent privately: `sending` says to which endpoint, and when the bytes may go public, if ever.
 * That bytes stay private is a constraint, not only the code around it: the versions of a step share how they are sent,
 * and as the start of a broadcast is recorded before it, one to a public node cannot begin for what never goes public.
 */
export const privateSending = `
  ALTER TABLE attempts ADD COLUMN sending TEXT;

  CREATE TRIGGER versions_are_sent_alike BEFORE INSERT ON attempts
    WHEN NEW.kind <> 'original' AND EXISTS (SELECT 1 FROM attempts a WHERE a.step = NEW.step
      AND a.sending IS NOT NEW.sending)
    BEGIN SELECT RAISE(ABORT, 'a replacement is sent as what it replaces'); END;
  CREATE TRIGGER private_bytes_stay_private BEFORE INSERT ON observations
    WHEN json_extract(NEW.body, '$.kind') = 'broadcast' AND EXISTS (SELECT 1 FROM attempts a WHERE a.step = NEW.step
      AND json_extract(a.sending, '$.fallback') = 'never'
      AND (json_extract(NEW.body, '$.via') IS NOT 'private'
        OR json_extract(NEW.body, '$.endpoint') IS NOT json_extract(a.sending, '$.endpoint')))
    BEGIN SELECT RAISE(ABORT, 'private bytes go to their private endpoint only'); END;
`
