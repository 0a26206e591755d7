/** The faults of a network, as rules for the proxy in front of its node; `proxy.ts` defines them. */
/** @import { RpcResponse, Rule } from '../../test/chain/faults.ts' */

/** @type {Record<'refusing' | 'silent' | 'slow', Rule>} */
const always = {
  refusing: { fault: { kind: 'reset' } },
  silent: { fault: { kind: 'hang' } },
  slow: { fault: { kind: 'delay', milliseconds: 3_000 } },
}

/**
 * Every request returns another head block at another height: no two answers are consistent.
 * @returns {Rule}
 */
function lyingHead() {
  let lies = 0
  /**
   * @param {RpcResponse} real
   * @returns {RpcResponse}
   */
  const answer = (real) => {
    if (real.result === null || typeof real.result !== 'object' || !('number' in real.result)) return real
    lies += 1
    const number = `0x${(Number(real.result.number) + (lies % 2 === 0 ? 40 : -3)).toString(16)}`
    const hash = `0x${lies.toString(16).padStart(64, '0')}`
    return { ...real, result: { ...real.result, number, hash } }
  }
  return {
    method: 'eth_getBlockByNumber',
    when: ({ params: [tag] }) => tag === 'latest',
    fault: { kind: 'forge', answer },
  }
}

/** @type {Record<string, () => readonly Rule[]>} */
export const faults = {
  silent: () => [always.silent],
  slow: () => [always.slow],
  refusing: () => [always.refusing],
  'lying about its head': () => [lyingHead()],
}
