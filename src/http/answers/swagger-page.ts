import { createAssetResponse } from '#http/assets'
import type { ApiResponse } from '#http/route'

export const swaggerPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Token swap API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/swagger/swagger-ui.css">
</head>
<body>
<div id="page"></div>
<script src="/swagger/swagger-ui-bundle.js"></script>
<script src="/swagger/start.js"></script>
</body>
</html>
`

/** The page's own validator would send the document's address to a third-party service. */
const startScript = `SwaggerUIBundle({ url: '/openapi.yaml', dom_id: '#page', deepLinking: true, validatorUrl: 'none' })
`

/**
 * Nothing from elsewhere is run or contacted; inline styles are allowed because the library writes them into the page.
 */
export const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
}

/** An asset of the page, or `undefined`. */
export async function findSwaggerPart(name: string): Promise<ApiResponse | undefined> {
  switch (name) {
    case 'start.js':
      return { status: 200, type: 'text/javascript; charset=utf-8', body: startScript, headers: pageHeaders }
    case 'swagger-ui-bundle.js':
      return createAssetResponse(name, 'text/javascript; charset=utf-8', pageHeaders)
    case 'swagger-ui.css':
      return createAssetResponse(name, 'text/css; charset=utf-8', pageHeaders)
    default:
      return undefined
  }
}
