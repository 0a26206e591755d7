import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkFile, run } from './run.ts'

const recordings = 'src/protocols/balancer-v3/test/recorded'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vectors-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A copy of a file with some of its text changed. */
function changed(path: string, before: string | RegExp, after: string): string {
  const text = readFileSync(path, 'utf8')
  const other = text.replace(before, after)
  expect(other).not.toBe(text)
  const copy = join(folder, 'changed.json')
  writeFileSync(copy, other)
  return copy
}

function ran(...words: string[]): { readonly status: number; readonly text: string } {
  let text = ''
  const status = run(words, { write: (part: string) => (text += part) })
  return { status, text }
}

test('every recording in the repository is equal, or has a reason why it is not supported', () => {
  const { status, text } = ran('--json')
  const findings: { file: string; verdict: string; reason?: string }[] = JSON.parse(text)
  expect(status).toBe(0)
  const verdicts = findings.map(({ verdict }) => verdict)
  expect(verdicts.filter((verdict) => verdict === 'equal').length).toBeGreaterThanOrEqual(8)
  for (const { verdict, reason } of findings) if (verdict !== 'equal') expect(reason).toMatch(/\w{4}/)
})

describe('recordings of Balancer v3', () => {
  test.each([
    ['11155111-7439300-Stable-stataUSDC-stataUSDT', 2, 0],
    ['1-22247251-StableSurgeHook', 4, 0],
    ['11155111-8085514-LBP-BAL-DAI', 4, 0],
    ['buffer-manual', 4, 0],
    ['1-21671845-Buffer-waEthLidoWETH', 2, 2],
    ['1-21671845-Buffer-csUSDC', 2, 2],
  ])('%s: %i outputs equal, %i of them within the digits of its rate', (name, trades, withinDigits) => {
    const finding = checkFile(`${recordings}/${name}.data.json`)
    expect(finding).toMatchObject({ verdict: 'equal', trades, withinDigits, differences: [] })
  })

  test.each([
    ['11155111-7439300-Stable-stataUSDC-stataUSDT', '"8771615"', '"8771616"'],
    ['1-22247251-StableSurgeHook', '"97512073758568262972"', '"97512073758568262971"'],
    ['11155111-8085514-LBP-BAL-DAI', '"10862887"', '"10862886"'],
    ['buffer-manual', '"10264297"', '"10264298"'],
    ['1-21671845-Buffer-csUSDC', '"1005204"', '"1005205"'],
    ['1-21671845-Buffer-waEthLidoWETH', '"989932510143102028"', '"989932510143102029"'],
  ])('%s with one unit more or less is different', (name, recorded, other) => {
    const finding = checkFile(changed(`${recordings}/${name}.data.json`, recorded, other))
    expect(finding).toMatchObject({ verdict: 'different', differences: [expect.stringContaining(other.slice(1, -1))] })
  })
})

test('reports a changed output of our own vectors, with its case and trade', () => {
  const copy = changed('src/protocols/uniswap-v2/vectors.json', '"source"', '"protocol":"uniswap-v2","source"')
  expect(ran(copy).status).toBe(0)
  const { cases } = JSON.parse(readFileSync(copy, 'utf8')) as { cases: { trades: (string | number | null)[][] }[] }
  const index = cases[3]?.trades.findIndex(([, , , out]) => out !== null) ?? 0
  const trade = cases[3]?.trades[index]
  const { status, text } = ran(
    changed(copy, JSON.stringify(trade), JSON.stringify([...(trade ?? []).slice(0, 3), '7n'])),
  )
  expect(status).toBe(1)
  expect(text).toContain(`case 3, trade ${index}`)
  expect(text).toContain('recorded 7')
})

test('a file without outputs is not supported; a file that is not JSON fails', () => {
  const path = join(folder, 'other.json')
  const said = (content: string) => {
    writeFileSync(path, content)
    return ran(path)
  }
  expect(said('{"pools":[]}')).toEqual({ status: 0, text: expect.stringContaining('without recorded outputs') })
  expect(said('{"a":1}')).toEqual({ status: 0, text: expect.stringContaining('in no format') })
  expect(said('{"cases":[],"protocol":"nobody"}')).toEqual({ status: 0, text: expect.stringContaining('"nobody"') })
  expect(said('{').status).toBe(1)
})

test('an empty folder fails', () => {
  const empty = mkdtempSync(join(folder, 'empty-'))
  expect(ran(empty).status).toBe(2)
})
