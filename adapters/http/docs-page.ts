import express from 'express';

export function docsPage(): express.RequestHandler {
  return express.Router();
}
