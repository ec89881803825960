import { HttpProblem } from './http-problem.ts'

/**
 * Refuses requests with two `Host` headers (RFC 9112, section 3.2). Node reads the first of them and a proxy in front may
 * read the second: then the two would not speak of one site. `rawHeaders` are names and values in turn, as Node gives them.
 * @throws HttpProblem 400
 */
export const checkHost = (rawHeaders: readonly string[] = []): void => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) throw new HttpProblem(400, 'This request names two hosts: send one Host header.')
}
