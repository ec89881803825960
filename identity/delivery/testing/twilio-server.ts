import { once } from 'node:events'
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'

export type TwilioRequest = { path: string; authorization: string; type: string; form: Record<string, string> }
export type TwilioAnswer = { status: number; code?: number } | 'hang up'

/** Starts a server that speaks the part of Twilio's Messages resource we use, and answers as it is told to. */
export const startTwilio = async (answers: TwilioAnswer[] = []) => {
  const requests: TwilioRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    requests.push({
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      type: request.headers['content-type'] ?? '',
      form: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
    })
    const answer = answers.shift() ?? { status: 201 }
    if (answer === 'hang up') {
      request.socket.destroy()
      return
    }
    const { status, code } = answer
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(
      JSON.stringify(
        status < 300
          ? { sid: `SM${'0'.repeat(32)}`, status: 'queued' }
          : { code, message: 'No.', more_info: '', status },
      ),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, requests }
}
