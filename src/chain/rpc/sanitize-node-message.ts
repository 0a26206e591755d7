const maxLength = 200

/**
 * A node's message, safe to repeat: one line, no control characters, and nothing of the endpoint's own URL but its
 * host, since some providers repeat the key in their error messages.
 */
export function sanitizeNodeMessage(text: string, url?: URL): string {
  const plain = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\b\w+:\/\/\S+/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
  const clean = secretsOf(url).reduce((words, secret) => words.replaceAll(secret, '…'), plain)
  return clean.length > maxLength ? `${clean.slice(0, maxLength)}…` : clean
}

/** Every part of an endpoint's URL that may be a key. */
function secretsOf(url: URL | undefined): string[] {
  if (url === undefined) return []
  const parts = [...url.pathname.split('/'), ...url.searchParams.values(), url.username, url.password]
  return parts.filter((part) => part.length >= 6)
}
