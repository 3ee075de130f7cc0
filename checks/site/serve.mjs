// A file server for the built site, like GitHub Pages: no rewriting, 404 for what is not there.
import { createServer } from 'node:http'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

const types = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml',
  '.png': 'image/png', '.woff2': 'font/woff2', '.json': 'application/json',
}

export function serve(folder, base) {
  const server = createServer((request, response) => {
    let path = decodeURI(new URL(request.url, 'http://localhost').pathname)
    if (path.endsWith('/')) path += 'index.html'
    const file = path.startsWith(base) ? join(folder, path.slice(base.length)) : ''
    if (!file || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end('not found')
    } else {
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
      response.end(readFileSync(file))
    }
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () =>
    resolve({ address: `http://127.0.0.1:${server.address().port}${base}`, close: () => server.close() })))
}
