/** Validates answers against the API's document. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import type { Reply } from './fixture.ts'

export const documentPath = join(import.meta.dirname, '../../src/http/openapi.yaml')
export const documentText = readFileSync(documentPath, 'utf8')

type Node = { readonly [name: string]: Node | undefined }
export const document: Node = parse(documentText)

/** `GET /aggregator/quote`, as the document names it. */
export const operations: readonly string[] = Object.entries(document['paths'] ?? {}).flatMap(([path, methods]) =>
  Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
)

const ajv = new Ajv2020({ strict: false, allErrors: true })
ajv.addFormat('uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
ajv.addSchema(closeObjects(document), 'document')

/** The document's errors against its own examples. */
export function faultyExamples(): readonly string[] {
  const faulty: string[] = []
  walk('', document, (place, { schema, example, examples }) => {
    if (schema === undefined) return
    const values = [example, ...Object.values(examples ?? {}).map((one) => resolveReference(one)?.['value'])]
    for (const value of values.filter((one) => one !== undefined)) {
      const judge = judgeOf(`document#${place}/schema`)
      if (!judge(value)) faulty.push(`${place} ${JSON.stringify(judge.errors)}`)
    }
  })
  return faulty
}

function walk(place: string, node: Node, see: (place: string, node: Node) => void): void {
  see(place, node)
  for (const [name, inner] of Object.entries(node))
    if (typeof inner === 'object' && inner !== null) walk(`${place}/${escaped(name)}`, inner, see)
}

function resolveReference(node: Node | undefined): Node | undefined {
  const place = node && placeOf(node)
  return place === undefined ? node : at(place)
}

/** A member that the document does not name is a fault of the document or of the answer. */
function closeObjects(node: unknown): object {
  const copy = JSON.parse(JSON.stringify(node), (_, value) =>
    value?.type === 'object' && value.properties !== undefined && value.additionalProperties === undefined
      ? { ...value, additionalProperties: false }
      : value,
  )
  // Combined from two objects, each of which would refuse the other's members.
  const { Quote, QuoteIn } = copy.components.schemas
  copy.components.schemas.QuoteIn = {
    ...Quote,
    properties: { ...Quote.properties, ...QuoteIn.allOf[1].properties },
  }
  return copy
}

const judges = new Map<string, ValidateFunction>()

function judgeOf(pointer: string): ValidateFunction {
  const judge = judges.get(pointer) ?? ajv.compile({ $ref: pointer })
  judges.set(pointer, judge)
  return judge
}

/** The document's errors against this answer; empty if it fits. */
export function faults(operation: string, { status, headers, text, body }: Reply): readonly string[] {
  const [method = '', path = ''] = operation.split(' ')
  const responses = document['paths']?.[path]?.[method.toLowerCase()]?.['responses'] ?? {}
  const named = status in responses ? String(status) : 'default'
  const response = responses[named]
  if (response === undefined) return [`${operation} says nothing of ${status}`]
  const place = placeOf(response) ?? `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${named}`
  const content = at(place)?.['content'] ?? {}
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  if (!(type in content)) return [`${operation} ${status} is ${type}`]
  const pointer = `document#${place}/content/${escaped(type)}/schema`
  const judge = judgeOf(pointer)
  if (judge(body ?? text)) return []
  return (judge.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${operation} ${status} ${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

const placeOf = (node: Node): string | undefined => {
  const ref: unknown = node['$ref']
  return typeof ref === 'string' ? ref.slice(1) : undefined
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

function at(pointer: string): Node | undefined {
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Node | undefined>((node, part) => node?.[part], document)
}
