/** `npm run test:browser`: the interactive page as a person sees it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../http/document.ts'
import { type Serving, serving } from '../http/house.ts'
import { type Chromium, startChromium } from './chromium.ts'

let api: Serving
let chromium: Chromium
beforeAll(async () => {
  ;[api, chromium] = await Promise.all([serving(), startChromium()])
}, 120_000)
afterAll(() => Promise.all([api.close(), chromium.close()]))

const patience = { timeout: 30_000, interval: 100 }

const listed = `[...document.querySelectorAll('.opblock')].map((block) =>
  block.querySelector('.opblock-summary-method').textContent + ' ' +
  block.querySelector('[data-path]').dataset.path)`

/** Presses what stands in the block of the networks, once it is there. */
const press = (what: string) => `document.querySelector('#operations-token-manager-getNetworks ${what}').click()`

test('every operation is listed, one that is tried is answered, and nobody else is asked', async () => {
  const page = await chromium.page()
  await page.open(`${api.server.url}/swagger`)
  await expect.poll(() => page.value<string[]>(listed), patience).toHaveLength(operations.length)
  expect(new Set(await page.value<string[]>(listed))).toEqual(new Set(operations))

  for (const what of ['.opblock-summary-control', '.try-out__btn', '.execute'])
    await expect.poll(() => page.value(`${press(what)} ?? 'pressed'`).catch(String), patience).toBe('pressed')
  const answer = `document.querySelector('.live-responses-table tr.response .response-col_status')?.textContent ?? ''`
  await expect.poll(() => page.value(answer), patience).toMatch(/^200/)
  const body = `document.querySelector('.live-responses-table tr.response .response-col_description').textContent`
  expect(await page.value(body)).toContain('sandbox')

  expect(page.asked).toContain(`${api.server.url}/token-manager/networks`)
  const elsewhere = page.asked.filter((url) => !url.startsWith(`${api.server.url}/`) && !url.startsWith('data:'))
  expect(elsewhere).toEqual([])
  expect(page.complaints.filter((text) => !text.includes('favicon'))).toEqual([])
}, 120_000)

test('the control: a page that asks somebody else is noticed', async () => {
  const page = await chromium.page()
  await page.value(`fetch('http://elsewhere.example/x').catch(() => undefined)`)
  expect(page.asked).toContain('http://elsewhere.example/x')
})

test('its own policy keeps the page from asking anybody else', async () => {
  const page = await chromium.page()
  await page.open(`${api.server.url}/swagger`)
  const refused = `fetch('http://elsewhere.example/x').then(() => 'answered', () => 'refused')`
  await expect.poll(() => page.value(refused).catch(String), patience).toBe('refused')
  await expect.poll(() => page.complaints.join(), patience).toContain('Content Security Policy')
})
