const longest = 200

/**
 * What a node said, fit to be repeated: one line, no control characters, and nothing of the endpoint's own
 * address but its host, since some providers put the key they were given into their complaints.
 */
export function nodeWords(text: string, url?: URL): string {
  const plain = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\b\w+:\/\/\S+/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
  const clean = secretsOf(url).reduce((words, secret) => words.replaceAll(secret, '…'), plain)
  return clean.length > longest ? `${clean.slice(0, longest)}…` : clean
}

/** Every part of an endpoint's address that may be a key. */
function secretsOf(url: URL | undefined): string[] {
  if (url === undefined) return []
  const parts = [...url.pathname.split('/'), ...url.searchParams.values(), url.username, url.password]
  return parts.filter((part) => part.length >= 6)
}
