import type { Examples } from '../api/index.ts'

const doi = '10.1016/s0140-6736(97)11096-0'

/** Examples of a range lookup in each language. `base`: URL of the API. */
export const rangeExamples: Examples = base => ({
  curl: `doi='${doi}'
length=$(curl -s '${base}/ranges' | grep -o '"prefix_length":[0-9]*' | cut -d: -f2)
hash=$(printf %s "$doi" | sha256sum)
curl -s "${base}/ranges/$(printf %s "$hash" | cut -c "1-$length")"`,
  JavaScript: `const doi = '${doi}'
const { prefix_length } = await (await fetch('${base}/ranges')).json()
const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(doi))
const hash = [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
const range = await (await fetch(\`${base}/ranges/\${hash.slice(0, prefix_length)}\`)).json()
console.log(range.papers.find(paper => paper.hash === hash) ?? 'Nothing found')`,
  Python: `import hashlib, json, urllib.request

doi = '${doi}'
with urllib.request.urlopen('${base}/ranges') as answer:
    length = json.load(answer)['prefix_length']
hash = hashlib.sha256(doi.encode()).hexdigest()
with urllib.request.urlopen('${base}/ranges/' + hash[:length]) as answer:
    papers = json.load(answer)['papers']
print([paper for paper in papers if paper['hash'] == hash] or 'Nothing found')`,
  R: `doi <- "${doi}"
length <- jsonlite::fromJSON("${base}/ranges")$prefix_length
hash <- digest::digest(doi, algo = "sha256", serialize = FALSE)
range <- jsonlite::fromJSON(paste0("${base}/ranges/", substr(hash, 1, length)))
range$papers[range$papers$hash == hash, ]`,
})
