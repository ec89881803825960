import { type CiteFormat, paths, storedDoi } from '../../kit/doi/index.ts'

const formats: readonly { format: CiteFormat; name: string; for: string }[] = [
  { format: 'bibtex', name: 'BibTeX', for: 'LaTeX' },
  { format: 'ris', name: 'RIS', for: 'EndNote, Mendeley, Papers' },
  { format: 'csl-json', name: 'CSL-JSON', for: 'Zotero, Pandoc' },
]

/** The citation as a download, in the formats that reference managers read. */
export const Cite = ({ doi }: { doi: string }) => (
  <details className="disclosure">
    <summary>Cite</summary>
    <ul className="downloads">
      {formats.map(({ format, name, for: readers }) => (
        <li key={format}>
          <a href={paths.cite(storedDoi(doi), format)} download="">
            {name}
          </a>
          <span>{` for ${readers}`}</span>
        </li>
      ))}
      <li>
        <a href={paths.badge(storedDoi(doi))}>Badge</a>
        <span> for your own page (SVG)</span>
      </li>
    </ul>
  </details>
)
