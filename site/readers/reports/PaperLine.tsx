import type { ReportPageModel } from './model.ts'

/** A page's paper, with a link back to it. */
export const PaperLine = ({ paper: { doi, title, byline, href } }: { paper: ReportPageModel['paper'] }) => (
  <p className="paper-line">
    <a href={href} dir="auto">
      {title ?? doi}
    </a>
    {byline !== '' && <span>{` · ${byline}`}</span>}
  </p>
)
