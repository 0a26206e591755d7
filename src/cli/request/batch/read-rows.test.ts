import { expect, test } from 'vitest'
import { maxRows, readRows } from './read-rows.ts'

const header = 'id,network,sell,amount,buy'

test('CSV: a BOM, CRLF, quotes, a cell of two lines, comments and empty lines', async () => {
  const text = `\uFEFF# orders\r\n${header},note\r\n\r\na,base,ETH,1,USDC,"say ""now"", twice"\r\n#b,base\r\nc,base,ETH,2,USDC,"two\nlines"\r\nd,base,ETH,3,USDC,\r\n`
  const { rows, problems } = await readRows(text)
  expect(problems).toEqual([])
  expect(rows).toEqual([
    { line: 4, words: { id: 'a', network: 'base', sell: 'ETH', amount: '1', buy: 'USDC', note: 'say "now", twice' } },
    { line: 6, words: { id: 'c', network: 'base', sell: 'ETH', amount: '2', buy: 'USDC', note: 'two\nlines' } },
    { line: 8, words: { id: 'd', network: 'base', sell: 'ETH', amount: '3', buy: 'USDC' } },
  ])
})

test('a header with a wrong, a missing and a repeated column is refused with all of them', async () => {
  const { rows, problems } = await readRows('id,network,sell,amount,slipage,id\na,base,ETH,1,1%,b\n')
  expect(rows).toEqual([])
  expect(problems).toEqual([
    { line: 1, message: 'there is no column "slipage"; did you mean slippage?' },
    { line: 1, message: 'the column buy is missing' },
    { line: 1, message: 'the column id is there twice' },
  ])
})

test('rows of another width and an open quote are told with their lines', async () => {
  expect((await readRows(`${header}\na,base,ETH,1\nb,base,ETH,1,USDC\n`)).problems).toEqual([
    { line: 2, message: 'it has 4 cells, the header has 5' },
  ])
  expect((await readRows(`${header}\na,base,"ETH,1,USDC\n`)).problems[0]?.message).toMatch(/^this is not CSV: Quote/)
})

test('JSONL: the same keys; a number would lose digits', async () => {
  const text = [
    '{"id":1,"network":"base","sell":"ETH","amount":"1","buy":"USDC","after":["x","y"],"note":null}',
    '# a comment',
    '{"id":"b","amount":1.5}',
    '{"id":"c","price":"1"}',
    '[1]',
    '{',
  ].join('\n')
  const { rows, problems } = await readRows(text)
  expect(rows).toEqual([
    { line: 1, words: { id: '1', network: 'base', sell: 'ETH', amount: '1', buy: 'USDC', after: 'x y' } },
  ])
  expect(problems).toEqual([
    { line: 3, message: 'amount has to be a text: a JSON number may lose digits' },
    { line: 4, message: 'there is no column "price"' },
    { line: 5, message: 'this is not an object' },
    { line: 6, message: 'this is not JSON' },
  ])
})

test('an empty file and one with too many rows are refused', async () => {
  expect((await readRows('')).problems).toEqual([{ line: 1, message: 'there is no row' }])
  expect((await readRows(`${header}\n`)).problems).toEqual([{ line: 1, message: 'there is no row' }])
  expect(maxRows).toBe(10_000)
  const many = Array.from({ length: 10_001 }, (_, i) => `r${i},base,ETH,1,USDC`).join('\n')
  expect((await readRows(`${header}\n${many}\n`)).problems).toEqual([
    { line: 1, message: 'there are 10001 rows, more than 10000' },
  ])
})

test.each([
  ['{"id":"a","network":"base","sell":"ETH","amount":"1","buy":"USDC","amount":"100"}', 'amount is there twice'],
  ['{"amount":"1","\\u0061mount" : "100"}', 'amount is there twice'],
])('%s: a member that a row names twice is refused, as a column is that a header names twice', async (row, message) => {
  expect((await readRows(row)).problems).toEqual([{ line: 1, message }])
})

test('names inside of a text are no members', async () => {
  const row = { id: 'a', note: '{"id":"b","id":"c"} \\"id":', after: ['id', 'note'] }
  const read = await readRows(JSON.stringify(row))
  expect(read).toEqual({ rows: [{ line: 1, words: { ...row, after: 'id note' } }], problems: [] })
})
