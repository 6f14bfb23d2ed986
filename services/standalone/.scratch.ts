import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { Module, Controller, Get } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DataSource, EntitySchema } from 'typeorm';
import pg from 'pg'; import { Server } from 'socket.io'; import * as z from 'zod'; import pino from 'pino'; import Mini from 'minisearch'; import nodemailer from 'nodemailer'; import sharp from 'sharp'; import { hash } from '@node-rs/argon2'; import { RateLimiterMemory } from 'rate-limiter-flexible'; import prom from 'prom-client'; import { fileTypeFromBuffer } from 'file-type';
@Controller('x') class X { @Get() x() { return { a: 1 }; } }
@Module({ controllers: [X] }) class M {}
const app = await NestFactory.create(M, new FastifyAdapter(), { logger: ['error'] });
await app.listen(0, '127.0.0.1');
void [DataSource, EntitySchema, pg, Server, z, pino, Mini, nodemailer, sharp, hash, RateLimiterMemory, prom, fileTypeFromBuffer];
console.log('ready', Math.round(performance.now()), 'rss', Math.round(process.memoryUsage().rss / 1e6));
await app.close(); process.exit(0);
