import { type ApiExample, type ExampleLanguage, type Examples, exampleLanguages } from '../api/index.ts'

/** An example of a call as the page shows it. */
export type ShownExample = { language: ExampleLanguage; code: string }

/** The code of an example in each language, with the address of this site. `base`: of the API. */
export const examplesOf = (
  { path, body, code }: Pick<ApiExample, 'path' | 'body' | 'code'>,
  base: string,
): ShownExample[] => {
  const write = code ?? (body === undefined ? reading(path) : sending(path, body))
  const written = write(base)
  return exampleLanguages.map(language => ({ language, code: written[language] }))
}

const reading =
  (path: string): Examples =>
  base => ({
    curl: `curl '${base}${path}'`,
    JavaScript: `const response = await fetch('${base}${path}')
console.log(await response.json())`,
    Python: `import json, urllib.request

with urllib.request.urlopen('${base}${path}') as response:
    print(json.load(response))`,
    R: `jsonlite::fromJSON("${base}${path}")`,
  })

const sending =
  (path: string, body: object): Examples =>
  base => {
    const json = JSON.stringify(body)
    return {
      curl: `curl '${base}${path}' --json '${json}'`,
      JavaScript: `const response = await fetch('${base}${path}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${json}),
})
console.log(await response.json())`,
      Python: `import json, urllib.request

body = json.dumps(${json}).encode()
request = urllib.request.Request('${base}${path}', body, {'Content-Type': 'application/json'})
with urllib.request.urlopen(request) as response:
    print(json.load(response))`,
      R: `httr2::request("${base}${path}") |>
  httr2::req_body_raw('${json}', "application/json") |>
  httr2::req_perform() |>
  httr2::resp_body_json()`,
    }
  }
