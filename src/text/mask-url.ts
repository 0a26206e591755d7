/** The part of a URL, also of a database, that may be shown: its host, never its path, query or user part. */
export function maskUrl(text: string): string {
  const [, scheme] = /^(https?|postgres(?:ql)?):/i.exec(text) ?? []
  if (scheme === undefined) return text
  if (!URL.canParse(text)) return `${scheme}://…`
  const url = new URL(text)
  const bare = url.username === '' && url.password === '' && url.search === '' && /^\/?$/.test(url.pathname)
  const place = `${url.protocol}//${url.host}`
  return bare ? place : `${place}/…`
}
