"""The least a web application can do for a page: a FastAPI route, a Jinja template, rows in memory.

It shows as many jobs as the sample shop has, in a table; no database, no sign-in, no time of day.
"""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from jinja2 import DictLoader, Environment

JOBS = [
    {"id": f"J-{number}", "customer": f"Customer {number}", "item": "Kettle", "stage": "ready"}
    for number in range(1, 61)
]
TEMPLATES = {
    "base.html": """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{% block title %}{% endblock %}</title></head>
<body><nav><a href="/">Today</a> <a href="/jobs">Jobs</a></nav>
<main>{% block content %}{% endblock %}</main></body>
</html>
""",
    "jobs.html": """{% extends "base.html" %}
{% block title %}Jobs{% endblock %}
{% block content %}
<h1>Jobs</h1>
<table>
  <thead><tr><th>Job</th><th>Customer</th><th>Item</th><th>Stage</th></tr></thead>
  <tbody>
  {% for job in jobs %}
  <tr><td><a href="/jobs/{{ job.id }}">{{ job.id }}</a></td>
    <td>{{ job.customer }}</td><td>{{ job.item }}</td><td>{{ job.stage }}</td></tr>
  {% endfor %}
  </tbody>
</table>
{% endblock %}
""",
}


def create_app() -> FastAPI:
    app = FastAPI()
    templates = Environment(loader=DictLoader(TEMPLATES), autoescape=True)

    @app.get("/jobs")
    def show_jobs() -> HTMLResponse:
        return HTMLResponse(templates.get_template("jobs.html").render(jobs=JOBS))

    return app
