/** A thread that makes one page. The build makes it a separate file. */
import { parentPort, workerData } from 'node:worker_threads'
import { renderPage } from '#compose-page-render'

parentPort?.postMessage(renderPage(workerData))
