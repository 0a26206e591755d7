/** The sandbox's accounts as text: which file holds which, and that the program is shipped with the same ones. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { network } from '#networks/entries/sandbox'
import type { GenesisAccounts } from '#sandbox/accounts'
import { sandboxGround, sandboxPools } from '#sandbox/addresses.gen'
import { readState, type StateName } from '#sandbox/state-file'
import { bundleModule } from '../bundle.ts'
import { buildOnce } from '../e2e/build-once.ts'

const folder = 'src/sandbox/state'
const protocols = readdirSync('src/protocols')
const fileOf = (part: string): string =>
  ['foundation', 'common'].includes(part)
    ? `${folder}/${part}.data.json`
    : `src/protocols/${part}/sandbox/state.data.json`
const families = protocols.filter((name) => existsSync(fileOf(name)))
const read = (part: string): GenesisAccounts => JSON.parse(readFileSync(fileOf(part), 'utf8'))

test.each(['foundation', 'common', ...families])(
  '%s has at most 2 MB, in lines ordered by address and slot',
  (part) => {
    expect(statSync(fileOf(part)).size).toBeLessThanOrEqual(2_000_000)
    const accounts = read(part)
    const sorted = <T>(object: Readonly<Record<string, T>>) =>
      Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
    const ordered = Object.entries(sorted(accounts)).map(([address, account]) => [
      address,
      account.storage === undefined ? account : { ...account, storage: sorted(account.storage) },
    ])
    const text = `${JSON.stringify(Object.fromEntries(ordered), null, 1)}\n`
    expect(readFileSync(fileOf(part), 'utf8') === text).toBe(true)
  },
)

test('every family of the build has a file, and no other has', () => {
  const built = protocols.filter((name) => existsSync(`src/protocols/${name}/sandbox/deploy.mjs`))
  // The planned pools are of two families, of which one has none but these.
  expect(families.toSorted(byText)).toEqual([...built, 'uniswap-v3'].toSorted(byText))
})

test.each([
  ['common', [sandboxGround.tokens.WETH.address, sandboxGround.tokens.DAI.address, sandboxGround.treasury]],
  ['common', Object.values(sandboxGround.factories)],
  ['uniswap-v3', poolsOf('uniswap-v3')],
  ['uniswap-v2', [...poolsOf('uniswap-v2'), ...poolsOf('sushi-v2')]],
  ['curve-stable', factoriesOf('curve-stable')],
  ['balancer-v2', factoriesOf('balancer-v2')],
  ['balancer-v3', factoriesOf('balancer-v3')],
  ['psm', factoriesOf('psm')],
  ['uniswap-v4', factoriesOf('uniswap-v4')],
])('%s holds what its step created', (part, addresses) => {
  expect(addresses.length).toBeGreaterThan(0)
  const accounts = read(part)
  expect(addresses.filter((address) => accounts[address] === undefined)).toEqual([])
})

test.each<StateName>(['state', 'foundation'])('%s is shipped compressed, with the same accounts', async (name) => {
  const program = buildOnce()
  onTestFinished(() => program.remove())
  const packed = gunzipSync(readFileSync(join(dirname(program.bin), `../dist/${name}.json.gz`))).toString('utf8')
  expect(packed === (await readState(name))).toBe(true)
  const addresses = Object.keys(JSON.parse(packed))
  expect(addresses).toEqual(addresses.toSorted(byText))
  expect(packed).not.toMatch(/\s/)
})

test('an account in two files is refused', async () => {
  const reader = await bundleModule('src/sandbox/state-file.ts')
  onTestFinished(() => reader.remove())
  const { readState: readCopy }: { readState: typeof readState } = await import(reader.path)
  const [copy, others] = [join(dirname(reader.path), 'state'), join(dirname(reader.path), '../protocols')]
  onTestFinished(() => rmSync(others, { recursive: true, force: true }))
  await expect(readCopy('state')).rejects.toThrow(/no such file/)
  cpSync(folder, copy, { recursive: true })
  cpSync('src/protocols', others, {
    recursive: true,
    filter: (path) => !/\.(ts|sol|json)$/.test(path) || path.endsWith('state.data.json'),
  })
  expect((await readCopy('state')) === (await readState('state'))).toBe(true)

  addPart(others, 'other', '{ "0x01": { "balance": "0x1" } }')
  const addresses = Object.keys(JSON.parse(await readCopy('state')))
  expect(addresses).toContain('0x01')
  expect(addresses).toEqual(addresses.toSorted(byText))
  addPart(others, 'another', '{ "0x01": { "balance": "0x2" } }')
  await expect(readCopy('state')).rejects.toThrow('an account is in two of')
})

function addPart(protocols: string, family: string, text: string): void {
  mkdirSync(join(protocols, family, 'sandbox'), { recursive: true })
  writeFileSync(join(protocols, family, 'sandbox/state.data.json'), text)
}

function poolsOf(venue: string): readonly string[] {
  return sandboxPools.filter((pool) => pool.venue === venue).map(({ address }) => address)
}

function factoriesOf(protocol: string): readonly string[] {
  return network.venues.filter((venue) => venue.protocol === protocol).map(({ factory }) => factory)
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1
}
