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

/** Every part of an endpoint's URL that may be a key, as it is written there and as it is read; long ones first. */
function secretsOf(url: URL | undefined): string[] {
  if (url === undefined) return []
  const written = [
    ...url.pathname.split('/').flatMap((segment) => [segment, ...segment.split(/[;=,]/)]),
    ...url.search
      .slice(1)
      .split('&')
      .map((pair) => pair.slice(pair.indexOf('=') + 1)),
    url.username,
    url.password,
  ]
  const parts = new Set([...written, ...written.map(decode), ...url.searchParams.values(), toBasic(url)])
  return [...parts].filter((part) => part.length >= 6).sort((a, b) => b.length - a.length)
}

/** The user and the password as a header has them; padding is not needed to read it. */
const toBasic = ({ username, password }: URL): string =>
  username === '' && password === ''
    ? ''
    : Buffer.from(`${decode(username)}:${decode(password)}`)
        .toString('base64')
        .replace(/=+$/, '')

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a percent sign that begins no code stands for itself
  }
}
