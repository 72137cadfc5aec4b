/** Asks before anything is stopped. */
export function askPage(alertName: string): string {
  return page('Stop these mails?', `
    <p>You will get no more mails of the alert <b>${escaped(alertName)}</b> at this address. The alert itself stays.</p>
    <form method="post"><button>Stop these mails</button></form>`);
}

export function donePage(alertName: string): string {
  return page('These mails are stopped', `
    <p>You will get no more mails of the alert <b>${escaped(alertName)}</b> at this address.</p>
    <p>Whoever keeps the alert can start them again by taking this address from it and giving it anew.</p>`);
}

/** For a token that is none, or whose alert is gone. */
export function unknownPage(): string {
  return page('There is nothing to stop here', `
    <p>This link belongs to no mails that are still sent: the alert may have been deleted, or the link was not copied whole. Try the one at the end of the newest mail.</p>`);
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <style>
      body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto 0; padding: 0 1.5rem; color: #222; background: #fff }
      h1 { font-size: 1.5rem }
      button { font: inherit; padding: 0.7rem 1.4rem; border: 0; border-radius: 0.4rem; color: #fff; background: #1f5fbf; cursor: pointer }
      @media (prefers-color-scheme: dark) { body { color: #eee; background: #16181c } }
    </style>
  </head>
  <body>
    <h1>${title}</h1>${content}
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
