/** `npm run test:browser`: the interactive page as a user sees it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../http/document.ts'
import { type HttpFixture, startHttpFixture } from '../http/fixture.ts'
import { type Chromium, startChromium } from './chromium.ts'

let api: HttpFixture
let chromium: Chromium
beforeAll(async () => {
  ;[api, chromium] = await Promise.all([startHttpFixture(), startChromium()])
}, 120_000)
afterAll(() => Promise.all([api.close(), chromium.close()]))

const pollOptions = { timeout: 30_000, interval: 100 }

const listed = `[...document.querySelectorAll('.opblock')].map((block) =>
  block.querySelector('.opblock-summary-method').textContent + ' ' +
  block.querySelector('[data-path]').dataset.path)`

/** Clicks an element in the block of the networks, once it exists. */
const press = (what: string) => `document.querySelector('#operations-token-manager-getNetworks ${what}').click()`

test('every operation is listed, one that is tried is answered, and no other host is contacted', async () => {
  const page = await chromium.page()
  await page.open(`${api.server.url}/swagger`)
  await expect.poll(() => page.value<string[]>(listed), pollOptions).toHaveLength(operations.length)
  expect(new Set(await page.value<string[]>(listed))).toEqual(new Set(operations))

  for (const what of ['.opblock-summary-control', '.try-out__btn', '.execute'])
    await expect.poll(() => page.value(`${press(what)} ?? 'pressed'`).catch(String), pollOptions).toBe('pressed')
  const answer = `document.querySelector('.live-responses-table tr.response .response-col_status')?.textContent ?? ''`
  await expect.poll(() => page.value(answer), pollOptions).toMatch(/^200/)
  const body = `document.querySelector('.live-responses-table tr.response .response-col_description').textContent`
  expect(await page.value(body)).toContain('sandbox')

  expect(page.asked).toContain(`${api.server.url}/token-manager/networks`)
  const elsewhere = page.asked.filter((url) => !url.startsWith(`${api.server.url}/`) && !url.startsWith('data:'))
  expect(elsewhere).toEqual([])
  expect(page.complaints.filter((text) => !text.includes('favicon'))).toEqual([])
}, 120_000)

test('control: a page that contacts another host is detected', async () => {
  const page = await chromium.page()
  await page.value(`fetch('http://elsewhere.example/x').catch(() => undefined)`)
  expect(page.asked).toContain('http://elsewhere.example/x')
})

test('its own policy keeps the page from contacting other hosts', async () => {
  const page = await chromium.page()
  await page.open(`${api.server.url}/swagger`)
  const refused = `fetch('http://elsewhere.example/x').then(() => 'answered', () => 'refused')`
  await expect.poll(() => page.value(refused).catch(String), pollOptions).toBe('refused')
  await expect.poll(() => page.complaints.join(), pollOptions).toContain('Content Security Policy')
})
