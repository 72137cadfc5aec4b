import { Html, html } from './html.js';

/**
 * A whole mail as HTML: one column that a phone shows without zooming, styles in place because some programs drop style
 * sheets, colours left to light or dark, nothing loaded from anywhere.
 */
export function framed({ subject, title }: { subject: string; title: string }, content: Html): string {
  return html`<!doctype html>
<html lang="en"><head>${META}<title>${subject}</title></head>
<body style="${BODY_STYLE}">
<div style="max-width:600px;margin:0 auto;overflow-wrap:anywhere">
<h1 style="font-size:22px;line-height:1.3;margin:0">${title}</h1>
${content}
</div></body></html>
`.markup;
}

const META = new Html(
  [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
  ].join(''),
);

const BODY_STYLE = new Html(
  [
    'margin:0',
    'padding:16px',
    "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
    'font-size:16px',
    'line-height:1.5',
  ].join(';'),
);
