import { expect, test } from 'vitest'
import { loadDriver } from './load-driver.ts'

test('the driver opens a database, and Node’s reports are whole again', async () => {
  const [Driver, same] = await Promise.all([loadDriver(), loadDriver()])
  expect(same).toBe(Driver)
  expect(new Driver(':memory:').prepare('SELECT 1 AS one').get()).toMatchObject({ one: 1 })
  expect(process.report.getReport()).toHaveProperty('javascriptStack')
})
