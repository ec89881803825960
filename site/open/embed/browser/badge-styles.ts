/** Colours of the site in both schemes (`server-kit/page/styles/tokens.css`): a badge brings a ground of its own. */
const css = `
:host { display: inline-block; vertical-align: middle; margin-inline-start: .35em; font-size: 13px; }
:host([hidden]) { display: none; }
a {
  --no: light-dark(#8b1214, #f2a3a0); --amber: light-dark(#8a5a10, #e8c27a); --yes: light-dark(#0c5a56, #7fd0c8);
  --plain: light-dark(#14242e, #e6ecee);
  display: inline-flex; align-items: center; gap: 6px; box-sizing: border-box; min-block-size: 24px; padding: 0 8px 0 6px;
  border: 1px solid light-dark(#7c8f99, #6b818d); border-radius: 5px; background: light-dark(#fff, #151f26);
  color: var(--tone); font: 600 13px/1.4 Inter, system-ui, Helvetica, Arial, sans-serif; text-decoration: none; text-align: start;
}
a:hover { text-decoration: underline; }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }
.no { --tone: var(--no); }
.amber { --tone: var(--amber); }
.yes { --tone: var(--yes); }
.plain { --tone: var(--plain); }
svg { flex: none; inline-size: 14px; block-size: 14px; }
@media (forced-colors: active) { a { border-color: LinkText; color: LinkText; } }
@media print { a { border-color: #000; background: #fff; color: #000; } }
`

let sheet: CSSStyleSheet | null = null

/**
 * The style sheet that all badges share. It is made by script, which a page's Content-Security-Policy lets be where it refuses
 * `style` elements.
 */
export const badgeStyles = (): CSSStyleSheet => {
  if (sheet === null) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
  }
  return sheet
}
