/** A headless Chromium, controlled over the pipe of its debugging protocol. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

export interface Page {
  /** Every address the page requested or was sent to. */
  readonly asked: readonly string[]
  /** The browser's complaints: script exceptions, violations of the content security policy. */
  readonly complaints: readonly string[]
  open(url: string): Promise<void>
  /** How it is shown from here on. */
  show(how: { readonly width: number; readonly height: number; readonly scheme: 'light' | 'dark' }): Promise<void>
  /** All of it, as PNG. */
  screenshot(): Promise<Buffer>
  /** The value of an expression, which may be a promise. */
  value<T>(expression: string): Promise<T>
}

export interface Chromium {
  page(): Promise<Page>
  close(): Promise<void>
}

interface Message {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  // biome-ignore lint/suspicious/noExplicitAny: each method has its own
  readonly params?: any
  // biome-ignore lint/suspicious/noExplicitAny: each method has its own
  readonly result?: any
  readonly error?: { readonly message: string }
}

type Send = (method: string, params?: object, sessionId?: string) => Promise<Message['result']>

const { SWAPLINE_CHROMIUM = 'chromium' } = process.env

/** Only 127.0.0.1 is resolved, so nothing can leave the machine. */
const flags = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
]

export async function startChromium(): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), 'swapline-chromium-'))
  // Its sandbox does not start for root, who owns nothing here that a page of ours could take.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(SWAPLINE_CHROMIUM, [...flags, ...asRoot, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const [, , , input, output] = child.stdio as unknown as readonly [null, null, null, Writable, Readable]
  const hearers = new Set<(message: Message) => void>()
  let text = ''
  output.setEncoding('utf8').on('data', (part: string) => {
    const messages = (text + part).split('\0')
    text = messages.pop() ?? ''
    for (const message of messages) for (const hear of [...hearers]) hear(JSON.parse(message))
  })

  let last = 0
  const send: Send = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      const id = ++last
      const hear = (message: Message) => {
        if (message.id !== id) return
        hearers.delete(hear)
        if (message.error === undefined) resolve(message.result)
        else reject(new Error(`${method}: ${message.error.message}`))
      }
      hearers.add(hear)
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })

  return {
    page: () => openPage(send, (hear) => hearers.add(hear)),
    close: async () => {
      // By a command, not a signal: only then do its own processes end before their files are removed.
      void send('Browser.close').catch(() => undefined)
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function openPage(send: Send, listen: (hear: (message: Message) => void) => void): Promise<Page> {
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
  const asked: string[] = []
  const complaints: string[] = []
  listen(({ sessionId: whose, method, params }) => {
    if (whose !== sessionId) return
    if (method === 'Network.requestWillBeSent') asked.push(params.request.url)
    if (method === 'Runtime.exceptionThrown') complaints.push(params.exceptionDetails.text)
    if (method === 'Log.entryAdded' && params.entry.level === 'error') complaints.push(params.entry.text)
  })
  for (const domain of ['Network', 'Page', 'Runtime', 'Log']) await send(`${domain}.enable`, {}, sessionId)
  return {
    asked,
    complaints,
    open: async (url) => {
      const { errorText } = await send('Page.navigate', { url }, sessionId)
      if (errorText !== undefined) throw new Error(errorText)
    },
    show: async ({ width, height, scheme }) => {
      const size = { width, height, deviceScaleFactor: 1, mobile: false }
      await send('Emulation.setDeviceMetricsOverride', size, sessionId)
      const features = [{ name: 'prefers-color-scheme', value: scheme }]
      await send('Emulation.setEmulatedMedia', { features }, sessionId)
    },
    screenshot: async () => {
      const { data } = await send('Page.captureScreenshot', { captureBeyondViewport: true }, sessionId)
      return Buffer.from(data, 'base64')
    },
    value: async (expression) => {
      const wanted = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = await send('Runtime.evaluate', wanted, sessionId)
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description)
      return result.value
    },
  }
}
