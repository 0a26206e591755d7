/**
 * A lane may go back to a nonce that no order had: an endpoint had named too high a one. That no nonce is given twice is
 * what `UNIQUE (chain_id, relayer, nonce)` says.
 */
export const orders = `
  DROP TRIGGER lanes_go_forward;
`
