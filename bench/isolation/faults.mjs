/** The faults of a network, as rules for the proxy in front of its node; `proxy.ts` defines them. */
const refusing = { fault: { kind: 'reset' } }
const silent = { fault: { kind: 'hang' } }
const slow = { fault: { kind: 'delay', milliseconds: 3_000 } }

/** Every request returns another head block at another height: no two answers are consistent. */
function lyingHead() {
  let lies = 0
  const answer = (real) => {
    if (real.result === null || typeof real.result !== 'object') return real
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

export const faults = {
  silent: () => [silent],
  slow: () => [slow],
  refusing: () => [refusing],
  'lying about its head': () => [lyingHead()],
}
