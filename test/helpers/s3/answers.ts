import type { ServerResponse } from 'node:http';

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** An XML element with a text. */
export const element = (name: string, text: string | number) =>
  `<${name}>${String(text).replaceAll(/[&<>"]/g, (mark) => MARKS[mark] ?? mark)}</${name}>`;

export const sendXml = (response: ServerResponse, name: string, content: string, status = 200) =>
  void response
    .writeHead(status, { 'Content-Type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><${name}>${content}</${name}>`);
