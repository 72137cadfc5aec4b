import type { FastifyReply } from 'fastify';

/** A page for people who followed a link in a mail. `content` is markup; texts of others go through `escaped`. */
export function webPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <style>
      body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto 0; padding: 0 1.5rem;
        color: #222; background: #fff }
      h1 { font-size: 1.5rem }
      button { font: inherit; padding: 0.7rem 1.4rem; border: 0; border-radius: 0.4rem;
        color: #fff; background: #1f5fbf; cursor: pointer }
      @media (prefers-color-scheme: dark) { body { color: #eee; background: #16181c } }
    </style>
  </head>
  <body>
    <h1>${title}</h1>${content}
  </body>
</html>
`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function sendPage(reply: FastifyReply, status: number, page: string): string {
  reply.status(status).type('text/html; charset=utf-8').header('x-robots-tag', 'noindex');
  return page;
}
