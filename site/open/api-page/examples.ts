import { type ApiCall, type ExampleLanguage, type Examples, exampleLanguages } from '../api/index.ts'

/** An example of a call as the page shows it. */
export type ShownExample = { language: ExampleLanguage; code: string }

/** How a call is made in each language, with the address of this site. `base`: of the API. */
export const examplesOf = ({ example }: Pick<ApiCall, 'example'>, base: string): ShownExample[] => {
  const code =
    typeof example === 'function'
      ? example
      : example.body === undefined
        ? reading(example.path)
        : sending(example.path, example.body)
  const written = code(base)
  return exampleLanguages.map(language => ({ language, code: written[language] }))
}

const reading =
  (path: string): Examples =>
  base => ({
    curl: `curl '${base}${path}'`,
    JavaScript: `const answer = await fetch('${base}${path}')
console.log(await answer.json())`,
    Python: `import json, urllib.request

with urllib.request.urlopen('${base}${path}') as answer:
    print(json.load(answer))`,
    R: `jsonlite::fromJSON("${base}${path}")`,
  })

const sending =
  (path: string, body: object): Examples =>
  base => {
    const json = JSON.stringify(body)
    return {
      curl: `curl '${base}${path}' --json '${json}'`,
      JavaScript: `const answer = await fetch('${base}${path}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${json}),
})
console.log(await answer.json())`,
      Python: `import json, urllib.request

body = json.dumps(${json}).encode()
call = urllib.request.Request('${base}${path}', body, {'Content-Type': 'application/json'})
with urllib.request.urlopen(call) as answer:
    print(json.load(answer))`,
      R: `httr2::request("${base}${path}") |>
  httr2::req_body_raw('${json}', "application/json") |>
  httr2::req_perform() |>
  httr2::resp_body_json()`,
    }
  }
