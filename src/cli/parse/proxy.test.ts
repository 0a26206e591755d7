import fastify from 'fastify'
import { expect, test } from 'vitest'
import { parseProxy } from './proxy.ts'

test.each([
  '10.0.0.5',
  '10.0.0.0/8',
  '192.0.2.1/32',
  '::1',
  '2001:db8::/32',
  '::ffff:192.0.2.1',
  'loopback',
  'linklocal',
  'uniquelocal',
])('%s is a proxy, and one that the HTTP library takes', (word) => {
  expect(parseProxy(` ${word} `)).toBe(word)
  expect(() => fastify({ trustProxy: [word] })).not.toThrow()
})

test.each([
  'nginx',
  'proxy.example',
  '',
  '10.0.0',
  '10.0.0.256',
  '10.0.0.05',
  '10.0.0.0/0',
  '10.0.0.0/33',
  '10.0.0.0/',
  '2001:db8::/129',
  '2001:db8:::1',
  '10.0.0.5:80',
  'loopback/8',
  '10.0.0.5,10.0.0.6',
])('"%s" is refused', (word) => {
  expect(() => parseProxy(word)).toThrow(`"${word}" is not the address of a proxy`)
})
